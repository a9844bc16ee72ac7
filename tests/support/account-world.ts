import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import postgres from "postgres";
import { startEmbedded } from "../../server/db/embedded.ts";
import { launchBrowser } from "./browser.ts";
import { spawnSite } from "./built-site.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

export const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
export const PASSWORD = "battery-staple-7";

export type AccountWorld = {
  readonly site: Awaited<ReturnType<typeof spawnSite>>;
  readonly mailbox: Mailbox;
  readonly service: SupabaseClient;
  /** A browser of its own, with a network address of its own, so that limits by address do not add up. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A confirmed account. */
  addPerson(options?: { role?: "admin"; email?: string }): Promise<Person>;
  /** supabase-js in a browser of its own, where nobody is signed in. */
  anonymous(): SupabaseClient;
  /** As if a while had passed since the last mail. */
  forgetLimits(): Promise<void>;
  /** supabase-js, signed in. */
  actAs(person: Person): Promise<SupabaseClient>;
  /** As if a person had signed in everywhere so long ago. */
  ageSessions(person: Person, age: string): Promise<void>;
  close(): Promise<void>;
};

export type Person = { readonly id: string; readonly email: string; readonly password: string };

/** The built site with its real backend, a real mail server and a real browser. */
export async function openAccountWorld(): Promise<AccountWorld> {
  const mailbox = await openMailbox();
  const site = await spawnSite({
    SMTP_URL: mailbox.url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: "1",
  });
  const browser: Browser = await launchBrowser();
  const keys = await site.readKeys();
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const service = createClient(site.url, keys.serviceRoleKey, options);
  let visits = 0;
  let people = 0;
  const nextAddress = () => `10.1.${Math.floor((visits += 1) / 250)}.${(visits % 250) + 1}`;
  const anonymous = () => {
    const headers = { "x-forwarded-for": nextAddress() };
    return createClient(site.url, keys.anonKey, { ...options, global: { headers } });
  };

  return {
    site,
    mailbox,
    service,
    async visit(path, given = {}) {
      const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": nextAddress() }, ...given });
      const page = await context.newPage();
      await page.goto(site.url + path);
      return page;
    },
    async addPerson({ role, email = `person${(people += 1)}@people.example` } = {}) {
      const account = { email, password: PASSWORD, email_confirm: true };
      const { data, error } = await service.auth.admin.createUser(account);
      if (error) throw error;
      if (role) {
        const { error: refused } = await service.from("user_roles").insert({ user_id: data.user.id, role });
        if (refused) throw new Error("The role was not given", { cause: refused });
      }
      return { id: data.user.id, email, password: PASSWORD };
    },
    anonymous,
    async forgetLimits() {
      const { url } = await startEmbedded({ dataDir: site.dataDir, join: true });
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      await sql`delete from auth.rate_limits`;
      await sql.end();
    },
    async actAs({ email, password }) {
      const client = anonymous();
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return client;
    },
    async ageSessions({ id }, age) {
      const { url } = await startEmbedded({ dataDir: site.dataDir, join: true });
      const sql = postgres(url, { max: 1 });
      await sql`
        update auth.mfa_amr_claims set updated_at = updated_at - ${age}::interval, created_at = created_at - ${age}::interval
        where session_id in (select s.id from auth.sessions s where s.user_id = ${id})`;
      await sql`update auth.sessions set created_at = created_at - ${age}::interval where user_id = ${id}`;
      await sql.end();
    },
    async close() {
      await browser.close();
      await site.stop();
      await mailbox.close();
    },
  };
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** What an authenticator app shows now, or will show next: the backend takes both, each once. */
export function totpCode(secret: string, stepsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

/** Uses up the present code; the next one still counts. */
export async function addAuthenticator(client: SupabaseClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp" });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(totp.secret) });
  if (error) throw error;
  const codes = await client.rpc("create_recovery_codes");
  if (codes.error) throw new Error("No recovery codes", { cause: codes.error });
  return { secret: totp.secret, recoveryCodes: codes.data };
}
