import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { SignJWT } from "jose";
import * as v from "valibot";

/** What a client of the protocol presents: JWTs in form, passwords in use. They are compared whole and never verified. */
export type ApiKeys = { readonly anonKey: string; readonly serviceRoleKey: string };

type KeySource = {
  /** DATA_DIR: keys.json stands here. */
  readonly folder: string;
  /** From SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY, where several machines share one database. */
  readonly given?: { readonly anonKey?: string | undefined; readonly serviceRoleKey?: string | undefined };
};

const KeysFile = v.object({
  anonKey: v.pipe(v.string(), v.minLength(20)),
  serviceRoleKey: v.pipe(v.string(), v.minLength(20)),
});

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
  const path = join(folder, "keys.json");
  const stored = (await readKeys(path)) ?? (await createKeys(folder, path));
  // A restored or copied file may have come back readable to others.
  await chmod(path, 0o600);
  return stored;
}

/** What was presented is brought to the expected length, so that neither length nor a common prefix shows in the time. */
export function isSameKey(presented: string, expected: string): boolean {
  const length = Buffer.byteLength(expected);
  const mine = Buffer.alloc(length);
  mine.write(presented);
  return timingSafeEqual(mine, Buffer.from(expected)) && Buffer.byteLength(presented) === length;
}

async function readKeys(path: string): Promise<ApiKeys | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`Reading ${path} failed`, { cause: error });
  }
  return v.parse(v.pipe(v.string(), v.parseJson(), KeysFile), text);
}

/** Written whole under another name, then linked: of two processes that start at once one wins and both read its keys. */
async function createKeys(folder: string, path: string): Promise<ApiKeys> {
  await mkdir(folder, { recursive: true });
  const keys = { anonKey: await createApiKey("anon"), serviceRoleKey: await createApiKey("service_role") };
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return keys;
  } catch (error) {
    const others = await readKeys(path);
    if (others) return others;
    throw new Error(`Creating ${path} failed`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

function createApiKey(role: "anon" | "service_role"): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role, iss: "plumbline" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + TEN_YEARS_S)
    .setJti(randomUUID())
    .sign(randomBytes(32));
}
