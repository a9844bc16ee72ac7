import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../../..");
/** As /auth reads them (app/auth/auth-intent.ts). */
const TYPES = {
  confirmation: "signup",
  invite: "invite",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
};

test.each(Object.entries(TYPES))("Supabase's mail for %s links to the confirmation screen", async (name, type) => {
  const config = await readFile(join(PROJECT, "supabase/config.toml"), "utf8");
  const [, path = ""] =
    new RegExp(String.raw`\[auth\.email\.template\.${name}\]\nsubject = ".+"\ncontent_path = "(.+)"`).exec(config) ??
    [];
  const template = await readFile(join(PROJECT, path), "utf8");
  expect(template).toContain(`href="{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&amp;type=${type}"`);
  expect(template).not.toContain("ConfirmationURL");
});
