import { restore } from "../server/db/backup/restore.ts";
import { describeAmount, runStoreCommand } from "../server/db/backup/store-command.ts";

process.exitCode = await runStoreCommand({
  args: process.argv.slice(2),
  environment: process.env,
  usage: "Say from what: npm run restore -- plumbline.backup.gz",
  createsStore: true,
  async work(options) {
    const beganAt = performance.now();
    const { rows, bytes, createdAt, isServerRunning } = await restore(options);
    const amount = describeAmount(rows, bytes, beganAt);
    const next = isServerRunning ? " Restart the running server: it still remembers the empty store." : "";
    return `Restored ${options.file} of ${createdAt}: ${amount}.${next}`;
  },
});
