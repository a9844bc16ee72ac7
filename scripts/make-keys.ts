import { createApiKey } from "../server/api-keys.ts";

console.log(`SUPABASE_ANON_KEY=${await createApiKey("anon")}`);
console.log(`SUPABASE_SERVICE_ROLE_KEY=${await createApiKey("service_role")}`);
