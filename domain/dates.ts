const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "October 28, 2026". A bare day is told as it stands; an instant is told in the given zone. */
export function formatDate(date: string, timeZone = "UTC"): string {
  const zone = DAY.test(date) ? "UTC" : timeZone;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: zone }).format(new Date(date));
}

/** The day, YYYY-MM-DD, on which an instant falls in a zone. */
export function dayOf(instant: string, timeZone: string): string {
  // Canada writes dates this way round.
  const format = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone });
  return format.format(new Date(instant));
}
