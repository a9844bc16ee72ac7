import { AsyncLocalStorage } from "node:async_hooks";

export type Log = {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
};

export type RequestLog = Log & {
  /** Serves a request. Every error line that is written meanwhile has these facts: its id, its route as in /metrics, its path. */
  during(request: Facts, serve: () => void): void;
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
export function createLog(
  write: (line: string) => void,
  { level: lowest = "info", onError }: LogOptions = {},
): RequestLog {
  const currentRequest = new AsyncLocalStorage<Facts>();
  let wasFullAt = -Infinity;
  const writeFacts = (level: LogLevel, facts: Facts) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...facts }, serializeError)}\n`);
  const logAt = (level: LogLevel) => (event: string, facts?: Facts) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest)) writeFacts(level, { event, ...facts });
  };
  return {
    during: (request, serve) => currentRequest.run(request, serve),
    info: logAt("info"),
    warn: logAt("warn"),
    error(event, own = {}) {
      // The line of the request tells that its sender left; this is no error of the site.
      if (isClientAbort(own.error)) return;
      const facts = { event, ...currentRequest.getStore(), ...own };
      onError?.({ event, code: codeOf(own.error), id: textOrNothing("id" in facts ? facts.id : undefined) });
      if (!isDiskFull(own.error)) return writeFacts("error", facts);
      // Every write fails then, and the log may be on the same disk.
      if (performance.now() - wasFullAt < 1_000) return;
      wasFullAt = performance.now();
      writeFacts("error", { ...facts, error: "The disk is full." });
    },
  };
}

const textOrNothing = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The error with which Node ends the reading of a request whose connection was closed. */
function isClientAbort(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";
}

/** PostgreSQL's disk_full, or the system's, anywhere among the causes. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && (error.code === "53100" || error.code === "ENOSPC")) return true;
  return "cause" in error && isDiskFull(error.cause);
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
