import { randomBytes, randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import sharp from "sharp";
import { site } from "../../content/site.ts";
import { createAccessTokens } from "../../server/backend/auth/access-tokens.ts";
import { createSigningKeys } from "../../server/backend/auth/signing-keys.ts";
import { createAuthenticate } from "../../server/backend/authenticate.ts";
import { createFunctions } from "../../server/backend/functions/functions.ts";
import { createStorage } from "../../server/backend/storage/storage.ts";
import { CLIENT_ADDRESS_HEADER } from "../../server/client-address.ts";
import { createLog } from "../../server/log.ts";
import { addAccount } from "../support/callers.ts";
import { createTestDatabase } from "../support/database.ts";

export const SITE = "http://localhost";

/** Storage and functions as the server mounts them, with real keys, sessions and PostgreSQL. */
export async function createStorageWorld() {
  const { database, drop } = await createTestDatabase();
  const { sql } = database;
  const clock = () => new Date();
  const keys = { anonKey: `anon-${randomUUID()}`, serviceRoleKey: `service-${randomUUID()}` };
  const tokens = createAccessTokens({ sql, signingKeys: createSigningKeys({ sql, clock }), siteUrl: SITE, clock });
  const authenticate = createAuthenticate({ keys, tokens });
  const reports: unknown[] = [];
  const lines: string[] = [];
  const functions = {
    ...keys,
    contactTo: site.email,
    siteUrl: SITE,
    log: createLog((line) => lines.push(line)),
    clientAddress: ({ headers }: Request) => headers.get(CLIENT_ADDRESS_HEADER) ?? "",
  };
  const app = new Hono()
    .route("/storage/v1", createStorage({ database, authenticate, report: (error) => reports.push(error) }))
    .route("/functions/v1", createFunctions({ ...functions, database, authenticate }));
  const request = async (path: string, init?: RequestInit) => app.fetch(new Request(`${SITE}${path}`, init));
  const fetch = async (input: string | URL | Request, init?: RequestInit) => app.fetch(new Request(input, init));

  /** A signed-in account, or with no role at all the visitor that nobody knows. */
  async function signIn(role: "user" | "admin", { factor = false } = {}) {
    const { id, claims } = await addAccount(database, { role, factor });
    const session = randomUUID();
    await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
    const aal = "aal1" as const;
    const { token } = await tokens.sign({ ...claims, sub: id, role: "authenticated", aal, session_id: session });
    const client = createClient(SITE, keys.anonKey, { global: { fetch }, accessToken: async () => token });
    const headers = { apikey: keys.anonKey, authorization: `Bearer ${token}` };
    const signOut = () => sql`delete from auth.sessions where id = ${session}`;
    return { id, client, headers, images: client.storage.from("images"), signOut };
  }

  const visitor = (key = keys.anonKey) => {
    const client = createClient(SITE, key, { global: { fetch }, auth: { persistSession: false } });
    return { client, headers: { apikey: key }, images: client.storage.from("images") };
  };

  return { database, sql, keys, app, request, signIn, visitor, reports, lines, drop };
}

export type StorageWorld = Awaited<ReturnType<typeof createStorageWorld>>;

/** A picture with detail, so that it has a realistic size. */
export function paint(width = 320, height = 200) {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#0a6", noise } });
}

/** A whole, valid PNG of one colour and one bit a pixel: thousands of pixels for each of its bytes. */
export function craftPng(width: number, height: number, extraChunks: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...extraChunks,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

export function animatedWebp(): Promise<Buffer> {
  const raw = { width: 16, height: 32, channels: 3, pageHeight: 16 } as const;
  return sharp(randomBytes(16 * 32 * 3), { raw })
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer();
}
