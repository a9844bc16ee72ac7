import { startBackend } from "../server/backend/start-backend.ts";
import { readConfig } from "../server/config.ts";
import { findAccount, grantAdmin } from "../server/ensure-admin.ts";
import { createLog } from "../server/log.ts";

const [email] = process.argv.slice(2);
if (!email?.includes("@")) {
  console.error("Say who: npm run make-admin -- you@agency.example");
  process.exit(1);
}

const config = readConfig(process.env);
const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
const log = createLog((line) => process.stderr.write(line));
const backend = await startBackend({ config, siteUrl, log, onChange: () => {}, besideServer: true });
try {
  const known = await findAccount(backend.service, email);
  if (known) {
    await grantAdmin(backend.service, known);
    console.log(`${email} is an admin now.`);
  } else {
    const { data, error } = await backend.service.auth.admin.generateLink({ type: "invite", email });
    if (error) throw new Error(`Inviting ${email} failed`, { cause: error });
    await grantAdmin(backend.service, data.user.id);
    console.log(
      `${email} is an admin. This link signs in once and lets you set a password:\n${data.properties.action_link}`,
    );
  }
} finally {
  await backend.stop();
}
