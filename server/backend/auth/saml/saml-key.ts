import { createPrivateKey, generateKeyPair, type JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
import type { AuthContext } from "../auth-context.ts";
import { toJson } from "../queries.ts";
import { createCertificate } from "./certificate.ts";

/** The key that signs requests to identity providers, both in PEM. */
export type SamlKey = { readonly privateKey: string; readonly certificate: string };

const KEY_ID = "saml";

/**
 * Kept beside the keys of access tokens, as JWK. Its status, `standby`, keeps it from signing or verifying tokens. The
 * first process that needs the key creates it.
 */
export async function loadSamlKey(context: AuthContext): Promise<SamlKey> {
  const stored = (await findKey(context)) ?? (await createKey(context));
  const certificate = (stored.certificate.match(/.{1,64}/g) ?? []).join("\n");
  return {
    privateKey: String(createPrivateKey({ key: stored.key, format: "jwk" }).export({ type: "pkcs8", format: "pem" })),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

type StoredKey = { readonly key: JsonWebKey; readonly certificate: string };

async function findKey({ sql }: AuthContext): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`
    select private_key as key, public_key -> 'x5c' ->> 0 as certificate from auth.signing_keys where id = ${KEY_ID}`;
  return row;
}

async function createKey(context: AuthContext): Promise<StoredKey> {
  const { sql, siteUrl, clock } = context;
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 3072 });
  const certificate = createCertificate(privateKey, new URL(siteUrl).hostname, clock()).toString("base64");
  const publicJwk = { ...publicKey.export({ format: "jwk" }), x5c: [certificate] };
  await sql`
    insert into auth.signing_keys (id, private_key, public_key, status, created_at)
    values (${KEY_ID}, ${toJson(sql, privateKey.export({ format: "jwk" }))}, ${toJson(sql, publicJwk)}, 'standby', ${clock()})
    on conflict (id) do nothing`;
  const stored = await findKey(context);
  if (!stored) throw new Error("The key for SAML was not stored");
  return stored;
}
