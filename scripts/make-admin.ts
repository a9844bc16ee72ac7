import { UserError, confirmationPageLink } from "../backend/index.ts";
import { readConfig } from "../server/config.ts";
import { openService } from "../server/open-service.ts";
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
const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
const { service, close } = await openService(config);
try {
  const known = await findAccount(service, email);
  if (known?.isConfirmed) {
    await grantAdmin(service, known.id);
    console.log(`${email} is an admin now.`);
  } else {
    if (config.supabaseUrl) await forgetSignUp(service, email);
    const { data, error } = await service.auth.admin.generateLink({ type: "invite", email });
    if (error) throw new Error(`Inviting ${email} failed`, { cause: error });
    await grantAdmin(service, data.user.id);
    const link = confirmationPageLink({ siteUrl, tokenHash: data.properties.hashed_token, type: "invite" });
    console.log(`${email} is an admin. This link signs in once and lets you set a password:\n${link}`);
  }
} finally {
  await close();
}
