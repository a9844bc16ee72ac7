import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Sql } from "postgres";
import { type Queries, toJson } from "../queries.ts";

export type SigningKeys = {
  current(): Promise<{ readonly kid: string; readonly key: CryptoKey }>;
  /** The public key, if tokens signed with it are still valid. */
  find(kid: string): Promise<CryptoKey | undefined>;
  publicKeys(): Promise<readonly JWK[]>;
  /** Signs with a new key from now on; old keys verify until their tokens have expired. */
  rotate(): Promise<{ readonly kid: string }>;
};

type StoredKey = {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
};
type KeyRow = { id: string; private_key: JWK; public_key: JWK };

const ALGORITHM = "ES256";
/** Keys created by other processes are used after this time at the latest. */
const CACHE_MS = 30_000;
/** Limits the queries caused by tokens with unknown key ids. */
const MIN_RELOAD_INTERVAL_MS = 1_000;
/** Longer than the lifetime of an access token. */
const RETIRED_KEY_LIFETIME_MS = 2 * 3600_000;
const ADVISORY_LOCK_ID = 7_301_001;

export function createSigningKeys({ sql, clock }: { sql: Sql; clock: () => Date }): SigningKeys {
  let cached: { readonly keys: readonly StoredKey[]; readonly at: number } | undefined;
  let loading: Promise<readonly StoredKey[]> | undefined;
  let lastMissAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<readonly StoredKey[]> {
    loading ??= readKeys(sql, clock).finally(() => (loading = undefined));
    const keys = await loading;
    cached = { keys, at: performance.now() };
    return keys;
  }

  async function loadIfStale(): Promise<readonly StoredKey[]> {
    return cached && performance.now() - cached.at < CACHE_MS ? cached.keys : load();
  }

  return {
    async current() {
      // Called inside transactions, which must not wait for another connection: a stale key is good enough.
      if (cached && performance.now() - cached.at >= CACHE_MS) load().catch(() => undefined);
      const [newest] = cached?.keys ?? (await load());
      if (!newest) throw new Error("No signing key");
      return { kid: newest.kid, key: newest.privateKey };
    },
    async find(kid) {
      const known = (await loadIfStale()).find((key) => key.kid === kid);
      if (known) return known.publicKey;
      if (performance.now() - lastMissAt < MIN_RELOAD_INTERVAL_MS) return undefined;
      lastMissAt = performance.now();
      return (await load()).find((key) => key.kid === kid)?.publicKey;
    },
    async publicKeys() {
      // Always reload: another process may already sign with a newer key.
      return (await load()).map(({ jwk }) => jwk);
    },
    async rotate() {
      const row = await createKey();
      const now = clock();
      await sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCK_ID})`;
        await transaction`
          update auth.signing_keys set status = 'previous', retired_at = ${now} where status = 'current'`;
        await insertKey(transaction, row, now);
      });
      await load();
      return { kid: row.id };
    },
  };
}

/** Newest first; the first one signs. */
async function readKeys(sql: Sql, clock: () => Date): Promise<readonly StoredKey[]> {
  const oldestRetirement = new Date(clock().getTime() - RETIRED_KEY_LIFETIME_MS);
  const select = () => sql<(KeyRow & { status: string })[]>`
    select id, private_key, public_key, status from auth.signing_keys
    where status = 'current' or (status = 'previous' and retired_at > ${oldestRetirement})
    order by status = 'current' desc, retired_at desc`;
  let rows = await select();
  if (rows[0]?.status !== "current") {
    const created = await createKey();
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCK_ID})`;
      const [existing] = await transaction`select id from auth.signing_keys where status = 'current'`;
      if (!existing) await insertKey(transaction, created, clock());
    });
    rows = await select();
  }
  return Promise.all(rows.map(importRow));
}

async function createKey(): Promise<KeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  return { id, private_key: await exportJWK(pair.privateKey), public_key: publicJwk };
}

async function insertKey(sql: Queries, row: KeyRow, now: Date): Promise<void> {
  await sql`
    insert into auth.signing_keys (id, private_key, public_key, status, created_at)
    values (${row.id}, ${toJson(sql, row.private_key)}, ${toJson(sql, row.public_key)}, 'current', ${now})`;
}

async function importRow(row: KeyRow): Promise<StoredKey> {
  const jwk = { ...row.public_key, kid: row.id, alg: ALGORITHM, use: "sig", key_ops: ["verify"] };
  const [privateKey, publicKey] = await Promise.all([
    importJWK(row.private_key, ALGORITHM),
    importJWK(row.public_key, ALGORITHM),
  ]);
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) throw new Error("Not an ES256 key");
  return { kid: row.id, privateKey, publicKey, jwk };
}
