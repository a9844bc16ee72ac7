const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const DATE_STYLES = ["long", "medium", "numbers", "year first"] as const;
/** How the site writes dates: in the order and the words of its language. */
export type DateWords = { readonly locale?: string; readonly style?: (typeof DATE_STYLES)[number] };

/** "October 28, 2026". A timestamp is shown in the given time zone; a date without time has no time zone. */
export function formatDate(date: string, timeZone = "UTC", { locale = "en", style = "long" }: DateWords = {}): string {
  const zone = DAY.test(date) ? "UTC" : timeZone;
  if (style === "year first") return dayOf(date, zone);
  return writtenDate(zone, `${locale} ${style}`).format(new Date(date));
}

/** "10:42", in 24 hours. */
export function formatTime(instant: string, timeZone: string): string {
  return clockTime(timeZone).format(new Date(instant));
}

/** The owner's language and style of dates; undefined for the defaults, which then need no bytes in the page. */
export function dateWordsOf(content: {
  readonly language: string;
  readonly facts: { readonly dates: DateWords["style"] };
}): DateWords | undefined {
  const { language: locale } = content;
  const { dates: style = "long" } = content.facts;
  return locale === "en" && style === "long" ? undefined : { locale, style };
}

/** The date, YYYY-MM-DD, of a timestamp in a time zone. */
export const dayOf = (instant: string, timeZone: string): string => isoDate(timeZone).format(new Date(instant));

/** A date without time becomes noon in UTC, which is the same date in almost every time zone. */
export const instantOf = (date: string): Date => new Date(DAY.test(date) ? `${date}T12:00:00Z` : date);

const writtenDate = cachePerZone((timeZone, words = "en long") => {
  const [locale, style] = words.split(" ");
  const numbers = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const options = style === "numbers" ? numbers : ({ dateStyle: style === "medium" ? "medium" : "long" } as const);
  return new Intl.DateTimeFormat(locale, { ...options, timeZone });
});
// Canadian English writes dates as YYYY-MM-DD.
const isoDate = cachePerZone(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone }),
);

const clockTime = cachePerZone(
  (timeZone) => new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }),
);

/** Creating a DateTimeFormat is a hundred times slower than using it, and a sitemap formats thousands of dates. */
function cachePerZone(create: (timeZone: string, words?: string) => Intl.DateTimeFormat) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string, words?: string): Intl.DateTimeFormat => {
    const key = `${timeZone} ${words}`;
    const format = formats.get(key) ?? create(timeZone, words);
    formats.set(key, format);
    return format;
  };
}
