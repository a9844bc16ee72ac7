/** Classes 08, 53 and 57P: the connection is lost, the disk or the memory is full, PostgreSQL stops, crashes or starts. */
const OUTAGE = /^(?:CONNECT|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT|08|53(?!400)|57P)/;

/** Whether a failure is the database's own, and passes: the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "code" in error && OUTAGE.test(String(error.code));
}
