/** A thread of its own asks for a page at a steady rate, so that what else the bench does delays no clock. */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const PAGE_EVERY_MS = 5;
// In turn: a connection that stays unused for long may be closed just when it is used again.
const agent = new Agent({ keepAlive: true, maxSockets: 16, scheduling: "fifo" });
const times: Promise<number>[] = [];

setInterval(() => times.push(getPage(workerData as string)), PAGE_EVERY_MS);
// Asked for them, it hands over the times since it was asked last.
parentPort?.on("message", async () => parentPort?.postMessage(await Promise.all(times.splice(0))));

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
