/** A worker that requests a page at a steady rate, so that other work of the benchmark does not delay the timing. */
import { spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { basename } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const REQUEST_INTERVAL_MS = 5;
// fifo uses all connections in turn: the server may close an idle one just when it is used again.
const agent = new Agent({ keepAlive: true, maxSockets: 16, scheduling: "fifo" });
const times: Promise<number>[] = [];

// The first message says whether this thread has real-time priority.
parentPort?.postMessage(raisePriority());
setInterval(() => times.push(getPage(workerData as string)), REQUEST_INTERVAL_MS);
// Each message is answered with the times since the previous one.
parentPort?.on("message", async () => parentPort?.postMessage(await Promise.all(times.splice(0))));

// Readers use their own machines, so waiting for a CPU here must not count as latency of the site. Needs Linux and the
// permission to set a real-time priority.
function raisePriority(): boolean {
  if (process.platform !== "linux") return false;
  const thread = basename(readlinkSync("/proc/thread-self"));
  return spawnSync("chrt", ["--fifo", "--pid", "1", thread]).status === 0;
}

function getPage(url: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - begun));
    })
      .on("error", reject)
      .end();
  });
}
