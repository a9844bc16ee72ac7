import { type AuthError, invalid } from "../errors.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3600_000,
};
/** The last year that PostgreSQL and JavaScript parse alike. */
const MAX_DATE = new Date("9999-12-31T00:00:00Z");

/** "none" lifts a ban; other values are Go durations such as "1h30m". */
export function readBan(text: string, now: Date): Date | null | AuthError {
  if (text === "none") return null;
  const terms = [...text.matchAll(/(\d{1,18}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/g)];
  if (terms.length === 0 || terms.map(([term]) => term).join("") !== text) {
    return invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text.slice(0, 40))}`);
  }
  const ms = terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ""] ?? 0), 0);
  const until = now.getTime() + ms;
  return until > MAX_DATE.getTime() ? MAX_DATE : new Date(until);
}
