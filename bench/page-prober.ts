/** A thread of its own asks for a page at a steady rate, so that what else the bench does delays no clock. */
import { spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { basename } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const PAGE_EVERY_MS = 5;
// In turn: a connection that stays unused for long may be closed just when it is used again.
const agent = new Agent({ keepAlive: true, maxSockets: 16, scheduling: "fifo" });
const times: Promise<number>[] = [];

// First it says whether its clock is its own.
parentPort?.postMessage(becomeUrgent());
setInterval(() => times.push(getPage(workerData as string)), PAGE_EVERY_MS);
// Asked for them, it hands over the times since it was asked last.
parentPort?.on("message", async () => parentPort?.postMessage(await Promise.all(times.splice(0))));

/**
 * Who reads sits at a machine of their own: that this thread waits for a processor here must not count as the site's
 * slowness. Only Linux can do that, and only for those who may.
 */
function becomeUrgent(): boolean {
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
