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

/** Asks for one address over kept connections, one request at a time on each. In a thread of its own, with raw sockets. */
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
  const asking = { hostname, port: Number(port || 80), request, until: begun + seconds * 1000, times, statuses };
  await Promise.all(Array.from({ length: connections }, () => keepAsking(asking)));
  const perSecond = (times.length / (performance.now() - begun)) * 1000;
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), statuses };
}

type Asking = {
  readonly hostname: string;
  readonly port: number;
  readonly request: string;
  readonly until: number;
  readonly times: number[];
  readonly statuses: Record<string, number>;
};

function keepAsking(asking: Asking): Promise<void> {
  const { hostname, port, request, until, times, statuses } = asking;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: hostname, noDelay: true });
    let sentAt = 0;
    let hasAnswered = false;
    let answer = readAnswer();

    const ask = () => {
      if (performance.now() >= until) return socket.end();
      sentAt = performance.now();
      answer = readAnswer();
      socket.write(request);
    };
    socket.on("data", (chunk) => {
      const status = answer(chunk);
      if (!status) return;
      hasAnswered = true;
      times.push(performance.now() - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      ask();
    });
    socket.once("connect", ask);
    // Some servers close a connection after so many answers, perhaps while the next request is on its way.
    socket.once("close", () => resolve(performance.now() < until ? keepAsking(asking) : undefined));
    socket.once("error", (error) => hasAnswered || reject(error));
  });
}

/** Takes the pieces of an answer as they come and gives its status once it is whole. */
function readAnswer() {
  let head = "";
  let status = "";
  let isChunked = false;
  /** The last bytes so far, where only they tell that the body is over. */
  let tail = "";
  /** Bytes of the body that are still to come. */
  let missing = 0;

  return (piece: Buffer): string | undefined => {
    let bytesOfBody = piece.length;
    if (!status) {
      head += piece.toString("latin1");
      const end = head.indexOf("\r\n\r\n") + 4;
      if (end < 4) return undefined;
      status = head.slice(9, 12);
      isChunked = /^transfer-encoding: chunked/im.test(head);
      missing = status === "304" ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      bytesOfBody = head.length - end;
    }
    missing -= bytesOfBody;
    if (!isChunked) return missing <= 0 ? status : undefined;
    const last = piece.toString("latin1", Math.max(0, piece.length - LAST_CHUNK.length));
    tail = (tail + last).slice(-LAST_CHUNK.length);
    return tail === LAST_CHUNK ? status : undefined;
  };
}
