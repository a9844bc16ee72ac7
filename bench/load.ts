import { connect } from "node:net";
import { parentPort, Worker, workerData } from "node:worker_threads";

export type Load = {
  readonly port: number;
  readonly path: string;
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

/** Asks for one address over kept connections, one request at a time on each. In a thread of its own, with raw sockets. */
export function measureLoad(load: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { load } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
if (workerData?.load) parentPort?.postMessage(await run(workerData.load as Load));

async function run({ port, path, headers, connections, seconds }: Load): Promise<Measured> {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const until = performance.now() + seconds * 1000;
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, () => keepAsking({ port, request, until, times, statuses })));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const perSecond = (times.length / (performance.now() - begun)) * 1000;
  return { perSecond, p50: at(0.5), p99: at(0.99), statuses };
}

type Asking = { port: number; request: string; until: number; times: number[]; statuses: Record<string, number> };

function keepAsking({ port, request, until, times, statuses }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    /** Bytes of the answer that are still to come; undefined while its head is read. */
    let missing: number | undefined;
    let head = "";

    const ask = () => {
      if (performance.now() >= until) return socket.end();
      sentAt = performance.now();
      socket.write(request);
    };
    const finish = () => {
      times.push(performance.now() - sentAt);
      missing = undefined;
      head = "";
      ask();
    };
    socket.on("data", (chunk) => {
      if (missing === undefined) {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const status = head.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        const length = status === "304" ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (head.length - end - 4);
      } else {
        missing -= chunk.length;
      }
      if (missing <= 0) finish();
    });
    socket.once("connect", ask);
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
}
