import { UserError } from "../backend/index.ts";
import { readConfig } from "../server/config.ts";
import { drill } from "../server/db/backup/drill.ts";

try {
  const config = readConfig(process.env);
  const { backups, supabaseUrl } = config;
  if (supabaseUrl) throw new UserError("SUPABASE_URL is set: Supabase makes the backups, so test a restore there.");
  if (!backups) throw new UserError("BACKUP_DIR is not set: set it to the folder of the backups.");
  const { backup, seconds, failure } = await drill(backups.folder, config, console.log);
  if (failure) throw new UserError(`The drill with ${backup} failed: ${failure}`);
  console.log(`${backup} was restored and served ten pages, in ${seconds} s.`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
