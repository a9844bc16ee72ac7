import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import type { Sql } from "postgres";
import { createAccessTokens } from "../../server/backend/auth/access-tokens.ts";
import { createAuth } from "../../server/backend/auth/create-auth.ts";
import type { Mail, Mailer } from "../../server/backend/auth/mails.ts";
import { createSigningKeys, type SigningKeys } from "../../server/backend/auth/signing-keys.ts";
import { type Authenticate, createAuthenticate } from "../../server/backend/authenticate.ts";
import type { Database } from "../../server/db/database.ts";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createTestDatabase } from "../support/database.ts";
import { memoryStorage } from "../support/memory-storage.ts";

export const SITE = "http://localhost:4321";
export const KEYS = {
  anonKey: "anon-key-for-tests-0123456789",
  serviceRoleKey: "service-key-for-tests-0123456789",
};
export const PASSWORD = "correct horse battery";

export type World = {
  readonly sql: Sql;
  readonly database: Database;
  readonly mails: Mail[];
  readonly signingKeys: SigningKeys;
  readonly authenticate: Authenticate;
  /** A browser of its own, with a network address of its own. */
  browser(options?: {
    flowType?: "pkce" | "implicit";
    address?: string;
    /** What it keeps in its storage. */
    items?: Map<string, string>;
  }): SupabaseClient;
  readonly service: SupabaseClient;
  /** A request as anybody could send it. */
  send(path: string, init?: RequestInit & { address?: string }): Promise<Response>;
  advance(ms: number): void;
  now(): Date;
  mailTo(to: string): SentMail;
  /** Fails if any request had met with an error that nobody expected. */
  close(): Promise<void>;
};

type SentMail = {
  readonly mail: Mail;
  readonly tokenHash: string;
  readonly type: string;
  readonly code: string;
};

export async function createWorld({ evenAnswerMs = 0 } = {}): Promise<World> {
  const { database, drop } = await createTestDatabase();
  const mails: Mail[] = [];
  const outbox = createOutbox({ domain: "mail.example" });
  const mailer: Mailer = {
    async send(mail, sql) {
      await outbox.send(mail, sql);
      mails.push(mail);
    },
  };
  const failures: Readonly<Record<string, unknown>>[] = [];
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const signingKeys = createSigningKeys({ sql: database.sql, clock });
  const tokens = createAccessTokens({ sql: database.sql, signingKeys, siteUrl: SITE, clock });
  const createProcess = () =>
    createAuth({
      database,
      mailer,
      keys: KEYS,
      siteUrl: SITE,
      allowedRedirects: ["https://partner.example/welcome"],
      clock,
      log: { info: () => {}, warn: () => {}, error: (_event, facts = {}) => void failures.push(facts) },
      clientAddress: (request) => request.headers.get("x-test-address") ?? "",
      evenAnswerMs,
      sessionLife: { idleDays: 30, maxDays: 180 },
    });
  // Two processes on one database take turns, so that nothing may depend on what one of them remembers.
  const processes = [createProcess(), createProcess()].map((auth) => new Hono().route("/auth/v1", auth));
  let turns = 0;
  const nextProcess = () => processes[(turns += 1) % processes.length] ?? processes[0];
  let addresses = 0;
  const fetchFrom = (address: string) => async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set("x-test-address", address);
    const answered = await nextProcess()?.fetch(request);
    if (!answered) throw new Error("No process");
    return answered;
  };
  const nextAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`;
  const client = (key: string, flowType: "pkce" | "implicit", address: string, items?: Map<string, string>) =>
    createClient(SITE, key, {
      auth: {
        flowType,
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        storage: memoryStorage(items),
      },
      global: { fetch: fetchFrom(address) },
    });

  return {
    sql: database.sql,
    database,
    mails,
    signingKeys,
    authenticate: createAuthenticate({ keys: KEYS, tokens }),
    browser: ({ flowType = "implicit", address = nextAddress(), items } = {}) =>
      client(KEYS.anonKey, flowType, address, items),
    service: client(KEYS.serviceRoleKey, "implicit", nextAddress()),
    async send(path, { address = nextAddress(), ...init } = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("apikey")) headers.set("apikey", KEYS.anonKey);
      if (init.body && !headers.has("content-type")) headers.set("content-type", "application/json");
      return fetchFrom(address)(`${SITE}/auth/v1${path}`, { ...init, headers });
    },
    advance: (ms) => void (offsetMs += ms),
    now: clock,
    mailTo(to) {
      const mail = mails.findLast((sent) => sent.to === to);
      if (!mail) throw new Error(`No mail to ${to}`);
      const link = URL.parse(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "");
      const code = /\b\d{6}\b/.exec(mail.text.replaceAll(/https?:\/\/\S+/g, ""))?.[0] ?? "";
      return {
        mail,
        tokenHash: link?.searchParams.get("token_hash") ?? "",
        type: link?.searchParams.get("type") ?? "",
        code,
      };
    },
    async close() {
      await drop();
      if (failures.length > 0) throw new AggregateError(failures.map(describe), "Requests failed with a 500");
    },
  };
}

let people = 0;
export function newEmail(): string {
  people += 1;
  return `person${people}@mail.example`;
}

/** A confirmed account, made by the service. */
export async function createPerson(world: World, email = newEmail()): Promise<{ id: string; email: string }> {
  const { data, error } = await world.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return { id: data.user.id, email };
}

/** A confirmed account, signed in with its password in a browser of its own. */
export async function signIn(world: World, email: string, password = PASSWORD): Promise<SupabaseClient> {
  const browser = world.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return browser;
}

export async function accessToken(browser: SupabaseClient): Promise<string> {
  const { data } = await browser.auth.getSession();
  if (!data.session) throw new Error("Not signed in");
  return data.session.access_token;
}

export async function refreshToken(browser: SupabaseClient): Promise<string> {
  const { data } = await browser.auth.getSession();
  if (!data.session) throw new Error("Not signed in");
  return data.session.refresh_token;
}

export function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}

function describe({ error, path }: Readonly<Record<string, unknown>>): Error {
  return new Error(`${String(path)}: ${String(error)}`, { cause: error });
}
