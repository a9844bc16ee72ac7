import type { Server } from "node:http";

/**
 * Cuts off who takes nothing of an answer for so long: what is not taken stays in memory. Node's timeout counts as
 * progress whatever the system takes from it, so that slow readers are left alone.
 */
export function setWriteTimeout(server: Server, withinMs: number): void {
  server.on("request", (_, response) => {
    response.setTimeout(withinMs, () => {
      // With nothing to take it is the answer that is slow, not its reader.
      if (response.writableLength > 0) response.destroy();
    });
  });
}
