import type { Server } from "node:http";

/**
 * Closes connections whose client reads nothing of a response for `timeoutMs`, because the unread rest stays in memory.
 * Node restarts the timer whenever the socket accepts bytes, so slow clients are not affected.
 */
export function setWriteTimeout(server: Server, timeoutMs: number): void {
  server.on("request", (_, response) => {
    response.setTimeout(timeoutMs, () => {
      // With nothing to write, the handler is slow, not the client.
      if (response.writableLength > 0) response.destroy();
    });
  });
}
