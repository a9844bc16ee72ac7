import { createHash, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { SignJWT } from "jose";
import type { Sql } from "postgres";
import * as v from "valibot";
import type { ApiKeys, Log } from "../backend/index.ts";
import { isErrno } from "./db/embedded/processes.ts";

type KeySource = {
  /** DATA_DIR, which contains keys.json. */
  readonly folder: string;
  /** From SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY, if several machines share one database. */
  readonly given?: { readonly anonKey?: string | undefined; readonly serviceRoleKey?: string | undefined };
};

const TEN_YEARS_S = 10 * 365 * 24 * 3600;

export async function loadApiKeys({ folder, given = {} }: KeySource): Promise<ApiKeys> {
  const { anonKey, serviceRoleKey } = given;
  if (anonKey && serviceRoleKey) {
    if (anonKey === serviceRoleKey) throw new Error("The anon key and the service key must differ.");
    return { anonKey, serviceRoleKey };
  }
  if (anonKey || serviceRoleKey) {
    throw new Error("SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY come together or not at all.");
  }
  const stored = (await findStoredKeys(folder)) ?? (await createKeys(folder));
  // A restored or copied file may be readable by other users.
  await chmod(join(folder, "keys.json"), 0o600);
  return stored;
}

/** If two processes start at the same time, both use the keys of the first. */
async function createKeys(folder: string): Promise<ApiKeys> {
  const keys = { anonKey: await createApiKey("anon"), serviceRoleKey: await createApiKey("service_role") };
  try {
    await storeKeys(folder, keys);
    return keys;
  } catch (cause) {
    const others = await findStoredKeys(folder);
    if (others) return others;
    throw new Error(`Creating the keys in ${folder} failed`, { cause });
  }
}

/** Compared, never verified, so the random signing secret is not stored. Short, because every page contains one. */
export function createApiKey(role: "anon" | "service_role"): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setExpirationTime(now + TEN_YEARS_S)
    .sign(randomBytes(32));
}

const REMEDY =
  "Links in contact receipts and clients with the former keys stop working. On several machines set the same SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY everywhere.";

/** Warns if this database was last used with other API keys: a lost keys.json, or machines with different keys. */
export async function warnOfOtherKeys(sql: Sql, { anonKey, serviceRoleKey }: ApiKeys, log: Log): Promise<void> {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([anonKey, serviceRoleKey]))
    .digest("hex");
  const [before] = await sql<{ fingerprint: string }[]>`select fingerprint from public.api_key_fingerprint`;
  if (before?.fingerprint === fingerprint) return;
  await sql`
    insert into public.api_key_fingerprint (fingerprint) values (${fingerprint})
    on conflict (only_row) do update set fingerprint = excluded.fingerprint`;
  if (before) log.warn("this database was last used with other API keys", { remedy: REMEDY });
}

const key = v.pipe(v.string(), v.minLength(20));
const StoredKeys = v.pipe(v.string(), v.parseJson(), v.object({ anonKey: key, serviceRoleKey: key }));

/** Unlike the server, a backup does not create keys when the folder has none. */
export async function findStoredKeys(folder: string): Promise<ApiKeys | undefined> {
  const path = join(folder, "keys.json");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if (isErrno(cause, "ENOENT")) return undefined;
    throw new Error(`Reading ${path} failed`, { cause });
  }
  return v.parse(StoredKeys, text);
}

/** Writes a temporary file and links it, which never replaces an existing file. Returns the undo function. */
export async function storeKeys(folder: string, keys: ApiKeys): Promise<() => Promise<void>> {
  const path = join(folder, "keys.json");
  const draft = `${path}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(path, { force: true });
}
