export type Log = {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
};

type Facts = Readonly<Record<string, unknown>>;

export const LOG_LEVELS = ["info", "warn", "error"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type LogOptions = {
  /** Lines below this level are not written. */
  readonly level?: LogLevel;
  /** Called for each error line, with facts that hold no personal data. */
  readonly onError?: (report: { event: string; code: string | undefined; id: string | undefined }) => void;
};

/** Writes one JSON object per line; JSON escapes untrusted text. */
export function createLog(write: (line: string) => void, { level: lowest = "info", onError }: LogOptions = {}): Log {
  const logAt =
    (level: LogLevel) =>
    (event: string, facts: Facts = {}) => {
      // The line of the request tells that its sender left; this is no error of the site.
      if (level === "error" && isClientAbort(facts.error)) return;
      if (level === "error") onError?.({ event, code: codeOf(facts.error), id: textOrNothing(facts.id) });
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }, serializeError)}\n`);
    };
  return { info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}

const textOrNothing = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The error with which Node ends the reading of a request whose connection was closed. */
function isClientAbort(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? textOrNothing(error.code) : undefined;
}

/** Writes at most `maxPerSecond` lines per second, then one line with the number left out. */
export function limitLines(write: Log["warn"], maxPerSecond: number, now = () => performance.now()): Log["warn"] {
  let startedAt = now();
  let lines = 0;
  return (event, facts) => {
    if (now() - startedAt >= 1_000) {
      if (lines > maxPerSecond) write(`${event}, left out`, { lines: lines - maxPerSecond });
      startedAt = now();
      lines = 0;
    }
    lines += 1;
    if (lines <= maxPerSecond) write(event, facts);
  };
}

/** Removes the secrets of mailed links: account links have them in the query, contact receipts and previews in the path. */
export function loggedPath(url: string): string {
  return url
    .replace(/\?.*/s, "")
    .replace(/^(\/(?:messages|preview)\/).*/, "$1…")
    .slice(0, 200);
}

function serializeError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { message: value.message, stack: value.stack, cause: value.cause };
}
