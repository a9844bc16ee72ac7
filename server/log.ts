export type Log = {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
};

type Facts = Readonly<Record<string, unknown>>;

/** Writes one JSON object per line; JSON escapes untrusted text. */
export function createLog(write: (line: string) => void): Log {
  const logAt =
    (level: string) =>
    (event: string, facts: Facts = {}) =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }, serializeError)}\n`);
  return { info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
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

/** Removes the secrets of mailed links: account links have them in the query, contact receipts in the path. */
export function loggedPath(url: string): string {
  return url
    .replace(/\?.*/s, "")
    .replace(/^(\/messages\/).*/, "$1…")
    .slice(0, 200);
}

function serializeError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { message: value.message, stack: value.stack, cause: value.cause };
}
