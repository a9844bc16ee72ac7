import { randomBytes } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres, { type Sql } from "postgres";
import { startEmbedded } from "../../server/db/embedded.ts";
import { spawnSite } from "./built-site.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { memoryStorage } from "./memory-storage.ts";

export const PASSWORD = "correct-horse-9";
const ADMIN = { email: "ada@plumbline.example", password: PASSWORD };

export type ProtocolSite = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly log: readonly string[];
  readonly mailbox: Mailbox;
  readonly service: SupabaseClient;
  /** The database behind it, for what only time would bring about. */
  readonly sql: Sql;
  /** A browser of its own, with a network address of its own. */
  browser(flowType?: "implicit" | "pkce"): SupabaseClient;
  /** A confirmed account, signed in. */
  person(name: string): Promise<{ id: string; email: string; client: SupabaseClient }>;
  admin(): Promise<SupabaseClient>;
  stop(): Promise<void>;
};

/** The built server as a process of its own, its mails delivered to a real mail server; supabase-js talks to it over HTTP. */
export async function startProtocolSite(): Promise<ProtocolSite> {
  const mailbox = await openMailbox();
  const site = await spawnSite({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.url,
    TRUST_PROXY: "1",
  });
  const { url, log } = site;
  const { anonKey, serviceRoleKey } = await site.readKeys();
  const { url: databaseUrl } = await startEmbedded({ dataDir: site.dataDir, join: true });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const client = (key: string, flowType: "implicit" | "pkce" = "implicit") =>
    createClient(url, key, {
      auth: { flowType, autoRefreshToken: false, detectSessionInUrl: false, storage: memoryStorage() },
      global: { headers: { "x-forwarded-for": randomAddress() } },
    });
  const service = client(serviceRoleKey);

  async function signIn(person: { email: string; password: string }): Promise<SupabaseClient> {
    const browser = client(anonKey);
    const { error } = await browser.auth.signInWithPassword(person);
    if (error) throw error;
    return browser;
  }

  return {
    url,
    anonKey,
    serviceKey: serviceRoleKey,
    log,
    mailbox,
    service,
    sql,
    browser: (flowType) => client(anonKey, flowType),
    async person(name) {
      const email = `${name}-${randomBytes(4).toString("hex")}@people.example`;
      const { data, error } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      if (error) throw error;
      return { id: data.user.id, email, client: await signIn({ email, password: PASSWORD }) };
    },
    admin: () => signIn(ADMIN),
    async stop() {
      await sql.end();
      await site.stop();
      await mailbox.close();
    },
  };
}

function randomAddress(): string {
  return `10.${randomBytes(3).join(".")}`;
}
