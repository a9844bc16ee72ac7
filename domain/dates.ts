const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "October 28, 2026". A timestamp is shown in the given time zone; a date without time has no time zone. */
export function formatDate(date: string, timeZone = "UTC"): string {
  return longDate(DAY.test(date) ? "UTC" : timeZone).format(new Date(date));
}

/** The date, YYYY-MM-DD, of a timestamp in a time zone. */
export function dayOf(instant: string, timeZone: string): string {
  return isoDate(timeZone).format(new Date(instant));
}

/** A date without time becomes noon in UTC, which is the same date in almost every time zone. */
export function instantOf(date: string): Date {
  return new Date(DAY.test(date) ? `${date}T12:00:00Z` : date);
}

const longDate = cachePerZone((timeZone) => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }));
// Canadian English writes dates as YYYY-MM-DD.
const isoDate = cachePerZone(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone }),
);

/** Creating a DateTimeFormat is a hundred times slower than using it, and a sitemap formats thousands of dates. */
function cachePerZone(create: (timeZone: string) => Intl.DateTimeFormat) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = formats.get(timeZone) ?? create(timeZone);
    formats.set(timeZone, format);
    return format;
  };
}
