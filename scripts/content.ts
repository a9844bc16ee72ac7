import { exportContent, importContent } from "../server/content/content-file.ts";
import { runStoreCommand } from "../server/db/backup/store-command.ts";

const [verb, ...args] = process.argv.slice(2);
const work = verb === "export" ? exportContent : verb === "import" ? importContent : undefined;

process.exitCode = await runStoreCommand({
  args: work ? args : [],
  environment: process.env,
  usage: "Say what and where: npm run content -- export content.json, or import content.json",
  createsStore: false,
  worksInSupabase: true,
  work: (options) => (work ?? exportContent)(options),
});
