import { connect, createServer, type Socket } from "node:net";

/** A line to a PostgreSQL that can be cut and mended, as an outage would. */
export async function createLine(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  const line = new URL(url);
  line.port = String(typeof bound === "object" ? bound?.port : "");

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }
  return {
    url: line.href,
    cut,
    mend(): void {
      isCut = false;
    },
    close(): void {
      cut();
      server.close();
    },
  };
}
