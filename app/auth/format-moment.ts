/** Formats in the reader's time zone, so it must not run on the server. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}
