import { confirmationPageLink } from "../server/backend/auth/redirects.ts";
import { createServiceClient } from "../server/backend/clients.ts";
import { startBackend } from "../server/backend/start-backend.ts";
import { readConfig } from "../server/config.ts";
import { UserError } from "../server/db/user-error.ts";
import { createLog } from "../server/log.ts";
import { findAccount, forgetSignUp, grantAdmin } from "../server/people/ensure-admin.ts";

const [email] = process.argv.slice(2);
if (!email?.includes("@")) {
  console.error("Say who: npm run make-admin -- you@agency.example");
  process.exit(1);
}

process.once("uncaughtException", (error) => {
  console.error(error instanceof UserError ? error.message : error);
  process.exit(1);
});
const config = readConfig(process.env);
const { supabaseUrl, apiKeys } = config;
const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
const log = createLog((line) => process.stderr.write(line));
const remote =
  supabaseUrl && apiKeys ? createServiceClient({ url: supabaseUrl, fetch }, apiKeys.serviceRoleKey) : undefined;
const backend = remote ? undefined : await startBackend({ config, siteUrl, log, onChange: () => {}, isCli: true });
const service = remote ?? backend?.service;
if (!service) throw new Error("Neither Supabase nor a backend");
try {
  const known = await findAccount(service, email);
  if (known?.isConfirmed) {
    await grantAdmin(service, known.id);
    console.log(`${email} is an admin now.`);
  } else {
    if (remote) await forgetSignUp(service, email);
    const { data, error } = await service.auth.admin.generateLink({ type: "invite", email });
    if (error) throw new Error(`Inviting ${email} failed`, { cause: error });
    await grantAdmin(service, data.user.id);
    const link = confirmationPageLink({ siteUrl, tokenHash: data.properties.hashed_token, type: "invite" });
    console.log(`${email} is an admin. This link signs in once and lets you set a password:\n${link}`);
  }
} finally {
  await backend?.stop();
}
