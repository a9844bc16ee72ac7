/** A process of its own that holds a data folder until it is told to stop: `node embedded-process.ts DATA_DIR`. */
import { startEmbedded } from "../../server/db/embedded.ts";

const say = (facts: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(facts)}\n`);
try {
  const embedded = await startEmbedded({ dataDir: process.argv[2] ?? "", announce: (line) => say({ line }) });
  const waiting = setInterval(() => {}, 60_000);
  process.once("SIGTERM", () => {
    clearInterval(waiting);
    void embedded.stop();
  });
  // Last: whoever hears this may ask for the stop at once.
  say({ url: embedded.url, folder: embedded.folder });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
