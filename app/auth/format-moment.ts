/** Only where the browser renders: it is told in the reader's own time. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}
