/** A name of the IANA database. Intl also takes offsets such as "+02:00", which know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** "2026-10-28T09:00": the clock of a time zone, as a datetime-local field holds it. */
export function localTime(instant: Date | string, timeZone: string): string {
  const options = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  // Swedish writes "2026-10-28 09:00".
  return new Intl.DateTimeFormat("sv-SE", options).format(new Date(instant)).replace(" ", "T");
}

/** The instant at which the clock of a time zone shows a local time. Invalid if the text is none. */
export function instantOfLocal(local: string, timeZone: string): Date {
  const wanted = new Date(`${local}Z`);
  if (Number.isNaN(wanted.getTime())) return wanted;
  const offset = (instant: Date) =>
    Date.parse(`${localTime(instant, timeZone)}Z`) - Math.floor(instant.getTime() / 60_000) * 60_000;
  // The second step is for the hours around a change of summer time.
  const near = new Date(wanted.getTime() - offset(wanted));
  return new Date(wanted.getTime() - offset(near));
}
