import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { processesIn } from "../../server/db/embedded/processes.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

/** grep exits once the site is ready. */
const UNTIL_READY = "> >(grep --max-count=1 Ready)";
const PIPELINES = { "its output": UNTIL_READY, "its output and its errors": `${UNTIL_READY} 2>&1` };

test.each(Object.entries(PIPELINES))(
  "a site keeps running and stops cleanly after the reader of %s has exited",
  async (_, to) => {
    const site = await spawnSite({}, ["bash", "-c", `exec "$@" ${to}`, "pipeline"]);
    onTestFinished(() => site.stop());
    const { folder } = await startEmbedded({ dataDir: site.dataDir, join: true });
    const cluster = join(folder, "data");
    onTestFinished(() => {
      for (const pid of processesIn(cluster)) process.kill(pid, "SIGKILL");
    });
    // Each request writes a log line.
    for (let n = 0; n < 20; n++) expect((await get(site.url, `/search?q=${n}`)).status).toBe(200);
    const exit = once(site.process, "close");
    site.process.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await expect.poll(() => processesIn(cluster)).toEqual([]);
    if (to === UNTIL_READY) expect(site.log.join("\n")).toContain("The log cannot be written (write EPIPE)");
  },
);
