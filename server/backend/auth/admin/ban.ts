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
/** Later than this PostgreSQL and JavaScript disagree about dates. */
const FOREVER = new Date("9999-12-31T00:00:00Z");

/** "none" lifts a ban; otherwise a duration as Go writes it, "1h30m". */
export function readBan(text: string, now: Date): Date | null | AuthError {
  if (text === "none") return null;
  const parts = [...text.matchAll(/(\d{1,18}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== text) {
    return invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text.slice(0, 40))}`);
  }
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ""] ?? 0), 0);
  const until = now.getTime() + ms;
  return until > FOREVER.getTime() ? FOREVER : new Date(until);
}
