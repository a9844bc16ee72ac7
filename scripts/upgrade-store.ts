import { UserError } from "../backend/index.ts";
import { runUpgrade } from "../server/db/backup/upgrade-store.ts";

try {
  console.log(await runUpgrade(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
