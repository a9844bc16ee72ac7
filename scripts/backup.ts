import { backUp } from "../server/db/backup/backup.ts";
import { describeAmount, runStoreCommand } from "../server/db/backup/store-command.ts";

process.exitCode = await runStoreCommand({
  args: process.argv.slice(2),
  environment: process.env,
  usage: "Say where to: npm run backup -- plumbline.backup.gz",
  createsStore: false,
  async work(options) {
    const beganAt = performance.now();
    const { rows, bytes, hasKeys } = await backUp(options);
    const amount = describeAmount(rows, bytes, beganAt);
    const keys = hasKeys ? "with the API keys" : "without API keys, as no keys.json is here";
    return `Backed up to ${options.file}, ${keys}: ${amount}.`;
  },
});
