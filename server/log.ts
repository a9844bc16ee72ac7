export type Log = {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
};

type Facts = Readonly<Record<string, unknown>>;

/** One JSON object a line, so that any collector can read it. Text from outside is escaped by JSON itself. */
export function createLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (event: string, facts: Facts = {}) =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }, plain)}\n`);
  return { info: line("info"), warn: line("warn"), error: line("error") };
}

/** Writes at most so many lines a second, then one that says how many were left out. */
export function limitLines(write: Log["warn"], mostPerSecond: number, now = () => performance.now()): Log["warn"] {
  let begun = now();
  let lines = 0;
  return (event, facts) => {
    if (now() - begun >= 1_000) {
      if (lines > mostPerSecond) write(`${event}, left out`, { lines: lines - mostPerSecond });
      begun = now();
      lines = 0;
    }
    lines += 1;
    if (lines <= mostPerSecond) write(event, facts);
  };
}

/** Secrets of mailed links stay out of the log: those of accounts stand in the query, a receipt's in its path. */
export function loggedPath(url: string): string {
  return url
    .replace(/\?.*/s, "")
    .replace(/^(\/messages\/).*/, "$1…")
    .slice(0, 200);
}

function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { message: value.message, stack: value.stack, cause: value.cause };
}
