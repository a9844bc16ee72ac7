const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "October 28, 2026". A bare day is told as it stands; an instant is told in the given zone. */
export function formatDate(date: string, timeZone = "UTC"): string {
  return inWords(DAY.test(date) ? "UTC" : timeZone).format(new Date(date));
}

/** The day, YYYY-MM-DD, on which an instant falls in a zone. */
export function dayOf(instant: string, timeZone: string): string {
  return inDigits(timeZone).format(new Date(instant));
}

/** A bare day counts from its noon, so that no reader's time zone makes it another day. */
export function instantOf(date: string): Date {
  return new Date(DAY.test(date) ? `${date}T12:00:00Z` : date);
}

const inWords = oncePerZone((timeZone) => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }));
// Canada writes dates this way round.
const inDigits = oncePerZone(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone }),
);

/** Making a format takes longer than a hundred uses of it, and a sitemap uses one two thousand times. */
function oncePerZone(create: (timeZone: string) => Intl.DateTimeFormat) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = made.get(timeZone) ?? create(timeZone);
    made.set(timeZone, format);
    return format;
  };
}
