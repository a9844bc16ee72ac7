const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "October 28, 2026". A bare day is told as it stands; an instant is told in the given zone. */
export function formatDate(date: string, timeZone = "UTC"): string {
  const zone = DAY.test(date) ? "UTC" : timeZone;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: zone }).format(new Date(date));
}

/** The calendar day of an instant in a zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(instant);
}
