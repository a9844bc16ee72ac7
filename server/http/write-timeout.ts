import type { ServerResponse } from "node:http";

/**
 * Closes the connection if its client reads nothing of a response for `timeoutMs`, because the unread rest stays in
 * memory. Node restarts the timer whenever the socket accepts bytes, so slow clients are not affected.
 */
export function limitWriteTime(response: ServerResponse, timeoutMs: number): void {
  response.setTimeout(timeoutMs, () => {
    // With nothing to write, the handler is slow, not the client.
    if (response.writableLength > 0) response.destroy();
  });
}
