import { dayOf } from "../../../domain/dates.ts";

/** The site's, in which every page shows dates, too. Until it is known, that of the browser. */
let siteZone: string | undefined;

/** For the loaders of the newsroom. Only the first screen waits; it may have changed for the others. */
export async function loadTimeZone(
  read: () => Promise<{ readonly timeZone: string }>,
  { signal }: Request,
): Promise<void> {
  const reading = read().then(
    (site) => (siteZone = site.timeZone),
    // A load that a newer one replaces is aborted, and that one reads it again.
    (error: unknown) => signal.aborted || console.warn("The site's time zone could not be read", error),
  );
  if (!siteZone) await reading;
}

export const timeZone = (): string => siteZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "2026-11-15" */
export const siteDay = (): string => dayOf(new Date().toISOString(), timeZone());

/** The site's. Tests of functions have no document. */
export function language(): string {
  const tag = typeof document === "undefined" ? "" : document.documentElement.lang;
  return !tag || tag === "en" ? "en-US" : tag;
}

const format = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString(language(), { timeZone: timeZone(), hourCycle: "h23", ...options });

/** "14:02" */
export const clockTime = (instant: string): string => format(instant, { hour: "2-digit", minute: "2-digit" });

/** "Today", as the language begins a heading with it. */
function today(): string {
  const word = new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(0, "day");
  return word.charAt(0).toLocaleUpperCase(language()) + word.slice(1);
}

/** "Today", "Sunday, November 15", or with the year if it is another one. */
export function dayHeading(instant: string): string {
  const day = dayOf(instant, timeZone());
  if (day === siteDay()) return today();
  const year = day.slice(0, 4) === siteDay().slice(0, 4) ? undefined : "numeric";
  return format(instant, { weekday: "long", month: "long", day: "numeric", year });
}

/** "Nov 15, 2026, 14:02" */
export function dayAndTime(instant: string): string {
  return format(instant, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** "14:02" today, "Fri 14:02" within six days, "Nov 15" otherwise. */
export function shortMoment(instant: string): string {
  if (dayOf(instant, timeZone()) === siteDay()) return clockTime(instant);
  if (Math.abs(Date.parse(instant) - Date.now()) > 6 * 86_400_000) {
    return format(instant, { month: "short", day: "numeric" });
  }
  return `${format(instant, { weekday: "short" })} ${clockTime(instant)}`;
}
