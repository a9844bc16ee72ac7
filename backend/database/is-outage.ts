/** SQLSTATE classes 08 (connection), 53 (disk, memory, connections) and 57P (shutdown, crash, startup); a read-only database. */
const OUTAGE =
  /^(?:CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|08|25006|53(?!400)|57P)/;

/** Whether the database itself failed, temporarily: the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "code" in error && OUTAGE.test(String(error.code));
}
