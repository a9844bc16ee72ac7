import { connect } from "node:net";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { percentile } from "./statistics.ts";

export type Load = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
};
export type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
};

const LAST_CHUNK = "0\r\n\r\n";

/** Requests one URL over keep-alive connections, one request at a time on each, from a worker with raw sockets. */
export function measureLoad(load: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { load } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

if (workerData?.load) parentPort?.postMessage(await run(workerData.load as Load));

async function run({ url, headers, connections, seconds }: Load): Promise<Measured> {
  const { hostname, host, port, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  const loop = { hostname, port: Number(port || 80), request, until: begun + seconds * 1000, times, statuses };
  await Promise.all(Array.from({ length: connections }, () => sendRequests(loop)));
  const perSecond = (times.length / (performance.now() - begun)) * 1000;
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), statuses };
}

type RequestLoop = {
  readonly hostname: string;
  readonly port: number;
  readonly request: string;
  readonly until: number;
  readonly times: number[];
  readonly statuses: Record<string, number>;
};

function sendRequests(loop: RequestLoop): Promise<void> {
  const { hostname, port, request, until, times, statuses } = loop;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: hostname, noDelay: true });
    let sentAt = 0;
    let hasResponded = false;
    let readChunk = createResponseReader();

    const send = () => {
      if (performance.now() >= until) return socket.end();
      sentAt = performance.now();
      readChunk = createResponseReader();
      socket.write(request);
    };
    socket.on("data", (chunk) => {
      const status = readChunk(chunk);
      if (!status) return;
      hasResponded = true;
      times.push(performance.now() - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      send();
    });
    socket.once("connect", send);
    // Some servers close a connection after a number of responses, perhaps while the next request is in flight.
    socket.once("close", () => resolve(performance.now() < until ? sendRequests(loop) : undefined));
    socket.once("error", (error) => hasResponded || reject(error));
  });
}

/** Returns a function that takes the chunks of a response and returns its status once it is complete. */
function createResponseReader() {
  let head = "";
  let status = "";
  let isChunked = false;
  /** The last bytes received, which mark the end of a chunked body. */
  let tail = "";
  /** Bytes of the body that have not been received. */
  let remaining = 0;

  return (chunk: Buffer): string | undefined => {
    let bodyBytes = chunk.length;
    if (!status) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n") + 4;
      if (end < 4) return undefined;
      status = head.slice(9, 12);
      isChunked = /^transfer-encoding: chunked/im.test(head);
      remaining = status === "304" ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      bodyBytes = head.length - end;
    }
    remaining -= bodyBytes;
    if (!isChunked) return remaining <= 0 ? status : undefined;
    const last = chunk.toString("latin1", Math.max(0, chunk.length - LAST_CHUNK.length));
    tail = (tail + last).slice(-LAST_CHUNK.length);
    return tail === LAST_CHUNK ? status : undefined;
  };
}
