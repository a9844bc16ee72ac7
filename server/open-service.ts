import { createLog } from "../backend/index.ts";
import type { Config } from "./config.ts";
import { startBackend } from "./start-backend.ts";
import { createServiceClient, type SupabaseClient } from "./supabase-clients.ts";

// supabase-js with the service key, for command-line tools: of Supabase, or of a backend in this process, beside a
// running server or without one.
export async function openService(config: Config): Promise<{ service: SupabaseClient; close: () => Promise<void> }> {
  const { supabaseUrl: url, apiKeys, port, siteUrl = `http://localhost:${port}` } = config;
  if (url && apiKeys) {
    return { service: createServiceClient({ url, fetch }, apiKeys.serviceRoleKey), close: async () => {} };
  }
  const log = createLog((line) => process.stderr.write(line));
  const { service, stop } = await startBackend({ config, siteUrl, log, onChange: () => {}, isCli: true });
  return { service, close: stop };
}
