import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from "node:crypto";
import { promisify } from "node:util";
import type { SAML } from "@node-saml/node-saml";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import { toJson } from "../queries.ts";
import type { AuthRequest } from "../request.ts";
import type { IdpMetadata } from "./sso-providers.ts";

/** This site, as identity providers know it. */
export type ServiceProvider = {
  readonly entityId: string;
  /** Assertion consumer service: where identity providers send responses. */
  readonly acsUrl: string;
  /** Prepares a request with this id, or the verification of responses. */
  readonly connect: (
    idp: IdpMetadata,
    request?: { readonly id: string; readonly nameIdFormat: string },
  ) => Promise<SAML>;
};

export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
/** How far the clock of an identity provider may be off. */
export const MAX_CLOCK_SKEW_MS = 3 * 60_000;
/** Older assertions are refused whatever they say about their lifetime. */
const MAX_ASSERTION_AGE_MS = 10 * 60_000;

type ContextHandler = (context: AuthContext, request: AuthRequest) => Promise<Response>;

/** Wraps the endpoints that AUTH_SAML turns on. */
export function ifSamlEnabled(handler: ContextHandler): ContextHandler {
  return async (context, request) => {
    if (!context.settings.saml) throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
    return handler(context, request);
  };
}

export function createServiceProvider(context: AuthContext): ServiceProvider {
  const base = `${context.siteUrl}/auth/v1/sso/saml`;
  const [entityId, acsUrl] = [`${base}/metadata`, `${base}/acs`];
  return {
    entityId,
    acsUrl,
    async connect(idp, request) {
      const { SAML: Client, ValidateInResponseTo } = await import("@node-saml/node-saml");
      return new Client({
        issuer: entityId,
        audience: entityId,
        callbackUrl: acsUrl,
        entryPoint: idp.signInUrl,
        idpIssuer: idp.entityId,
        idpCert: [...idp.certificates],
        ...(request && {
          privateKey: (await loadSamlKey(context)).privateKey,
          generateUniqueId: () => request.id,
          identifierFormat: request.nameIdFormat,
        }),
        signatureAlgorithm: "sha256",
        disableRequestedAuthnContext: true,
        // Either signature is enough; response.ts refuses a response without any.
        wantAuthnResponseSigned: false,
        wantAssertionsSigned: false,
        // Checked in response.ts, because the library accepts an assertion that names no request.
        validateInResponseTo: ValidateInResponseTo.never,
        acceptedClockSkewMs: MAX_CLOCK_SKEW_MS,
        maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
      });
    },
  };
}

/** GET /sso/saml/metadata: what identity providers need to know about this site. */
export async function getSamlMetadata(context: AuthContext, { query }: AuthRequest): Promise<Response> {
  const party = createServiceProvider(context);
  const { generateServiceProviderMetadata } = await import("@node-saml/node-saml");
  const { privateKey, certificate } = await loadSamlKey(context);
  const xml = generateServiceProviderMetadata({
    issuer: party.entityId,
    callbackUrl: party.acsUrl,
    privateKey,
    publicCerts: certificate,
    signatureAlgorithm: "sha256",
    identifierFormat: PERSISTENT,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${randomUUID()}`,
  });
  const headers = new Headers({ "content-type": "application/xml", "cache-control": "public, max-age=600" });
  if (query.get("download") === "true") headers.set("content-disposition", 'attachment; filename="metadata.xml"');
  return new Response(xml, { headers });
}

/** The key that signs requests to identity providers, both in PEM. */
type SamlKey = { readonly privateKey: string; readonly certificate: string };

const KEY_ID = "saml";

// Kept beside the keys of access tokens, as JWK. Its status, `standby`, keeps it from signing or verifying tokens. The
// first process that needs the key creates it.
async function loadSamlKey(context: AuthContext): Promise<SamlKey> {
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

const VALID_YEARS = 20;
const SHA256_WITH_RSA = tag(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** A self-signed certificate (DER), the form in which identity providers accept a public key. */
export function createCertificate(privateKey: KeyObject, name: string, now: Date): Buffer {
  const subject = tag(0x30, tag(0x31, tag(0x30, COMMON_NAME, tag(0x0c, Buffer.from(name.slice(0, 64))))));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS);
  const serial = randomBytes(16);
  // A serial number is positive and has no leading zeros.
  serial[0] = (serial.readUInt8(0) & 0x7f) | 0x40;
  const content = tag(
    0x30,
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, serial),
    SHA256_WITH_RSA,
    subject,
    tag(0x30, toTime(now), toTime(until)),
    subject,
    createPublicKey(privateKey).export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", content, privateKey);
  return tag(0x30, content, SHA256_WITH_RSA, tag(0x03, Buffer.from([0]), signature));
}

/** UTCTime, which has two digits for the year and ends in 2049; GeneralizedTime after that. */
function toTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const isLong = date.getUTCFullYear() >= 2050;
  return tag(isLong ? 0x18 : 0x17, Buffer.from(`${isLong ? digits : digits.slice(2)}Z`));
}

/** One ASN.1 value: its tag, the length of its content, and the content. */
function tag(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}
