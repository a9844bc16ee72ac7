import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { SignJWT } from "jose";
import { type ApiKeys, findStoredKeys, storeKeys } from "../db/backup/stored-keys.ts";

export type { ApiKeys };

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

/** Pads the presented text to the expected length, so that the timing reveals neither length nor prefix. */
export function isSameSecret(presented: string, expected: string): boolean {
  const length = Buffer.byteLength(expected);
  const padded = Buffer.alloc(length);
  padded.write(presented);
  return timingSafeEqual(padded, Buffer.from(expected)) && Buffer.byteLength(presented) === length;
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
