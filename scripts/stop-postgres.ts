/** Stops the embedded PostgreSQL of DATA_DIR, unless another process holds it. Run when the server could not do it. */
import { readConfig } from "../server/config.ts";
import { findStore } from "../server/db/embedded/data-location.ts";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";

const { databaseUrl, supabaseUrl, dataDir } = readConfig(process.env);
const hasStore = !databaseUrl && !supabaseUrl && (await findStore(dataDir)) !== undefined;
if (hasStore) await (await startEmbedded({ dataDir, join: true })).stop();
