import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type * as AppModule from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { createLog } from "./log.ts";

/** Requests under way at a stop get this long to finish. */
const STOP_WITHIN_MS = 10_000;
const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const development = process.argv.includes("dev");
const log = createLog((line) => process.stdout.write(line));
const config = readConfigOrExit();
let stopping = false;

const server = createServer(development ? await developmentListener() : await productionListener());
server.on("clientError", refuseBrokenRequest);
server.on("error", (error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  console.error(taken ? `Port ${config.port} is taken. Set PORT to another one, such as PORT=3001.` : error);
  process.exit(1);
});
server.listen(config.port, () => {
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : config.port;
  console.log(`Ready on ${config.siteUrl ?? `http://localhost:${port}`}${config.siteUrl ? ` (port ${port})` : ""}`);
});
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

async function productionListener(): Promise<RequestListener> {
  const { createApp }: typeof AppModule = await import(inProject("build/server/index.js"));
  return createApp({ config, log, clientFolder: inProject("build/client"), isStopping: () => stopping });
}

/** Vite serves the client and loads the app anew when a source changed. */
async function developmentListener(): Promise<RequestListener> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ root: inProject("."), server: { middlewareMode: true }, appType: "custom" });
  return (request, response) =>
    vite.middlewares(request, response, async () => {
      try {
        const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as typeof AppModule;
        createApp({ config, log, clientFolder: undefined, isStopping: () => stopping })(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        log.error("failed", { error });
        response.writeHead(500).end(String(error));
      }
    });
}

function stop(): void {
  stopping = true;
  log.info("stopping");
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
}

/** What Node could not parse gets a status and a sentence instead of a cut connection. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, reason] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The address or the headers of this request are too long."]
      : ["400 Bad Request", "This request is malformed."];
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n`;
  socket.end(`${head}content-length: ${reason.length + 1}\r\n\r\n${reason}\n`);
}

function readConfigOrExit() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
