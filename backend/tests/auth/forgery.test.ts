import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  KEYS,
  readClaims,
  signIn,
  SITE,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";
import { AuthFailure } from "../../authenticate.ts";

let fixture: AuthFixture;
let genuine: string;
let claims: Record<string, unknown>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  genuine = await accessToken(await signIn(fixture, (await createPerson(fixture)).email));
  claims = readClaims(genuine);
});
afterAll(() => fixture.close());

test("a genuine token is accepted, with the claims that policies read", async () => {
  expect(await statusOf(genuine)).toBe(200);
  expect(await authenticate({ authorization: `Bearer ${genuine}` })).toMatchObject({
    role: "authenticated",
    sub: claims["sub"],
    aal: "aal1",
  });
});

test("an unsigned token is refused, however its algorithm is spelled", async () => {
  for (const alg of ["none", "None", "NONE", ""]) {
    await expectRefused(`${encode({ alg, kid: header().kid, typ: "JWT" })}.${encode(claims)}.`);
    await expectRefused(`${encode({ alg, typ: "JWT" })}.${encode(claims)}.${genuine.split(".")[2]}`);
  }
});

test("a token signed HS256 with the public key or an API key as secret is refused", async () => {
  const [publicKey] = await fixture.signingKeys.publicKeys();
  for (const secret of [JSON.stringify(publicKey), publicKey?.x ?? "", KEYS.anonKey, KEYS.serviceRoleKey]) {
    const input = `${encode({ alg: "HS256", kid: header().kid, typ: "JWT" })}.${encode(claims)}`;
    await expectRefused(`${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`);
  }
});

test("a token signed with another key is refused, also with an embedded jwk", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  for (const protectedHeader of [{ kid: header().kid }, { kid: "unknown" }, {}, { kid: header().kid, jwk }]) {
    await expectRefused(
      await new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...protectedHeader }).sign(privateKey),
    );
  }
});

test("changed claims under a genuine signature are refused", async () => {
  const [head, , signature] = genuine.split(".");
  await expectRefused(`${head}.${encode({ ...claims, role: "service_role" })}.${signature}`);
  await expectRefused(`${head}.${encode({ ...claims, aal: "aal2" })}.${signature}`);
  await expectRefused(`${genuine.slice(0, -4)}AAAA`);
});

test("a correctly signed token with a wrong issuer, audience, time, session, user or role is refused", async () => {
  const { sub, session_id } = claims;
  const now = Math.floor(Date.now() / 1000);
  const honest = {
    sub,
    session_id,
    role: "authenticated",
    aal: "aal1",
    iss: `${SITE}/auth/v1`,
    aud: "authenticated",
    exp: now + 600,
  };
  expect(await statusOf(await signGenuinely(honest))).toBe(200);
  const changes = [
    { iss: "https://elsewhere.example/auth/v1" },
    { iss: undefined },
    { aud: "anon" },
    { aud: undefined },
    { exp: now - 1 },
    { exp: undefined },
    { nbf: now + 600 },
    { session_id: crypto.randomUUID() },
    { session_id: undefined },
    { sub: crypto.randomUUID() },
    { sub: "not-a-uuid" },
    { role: "service_role" },
    { role: "postgres" },
  ];
  for (const change of changes) await expectRefused(await signGenuinely({ ...honest, ...change }));
});

test("a token with the session of another user is refused", async () => {
  const other = readClaims(await accessToken(await signIn(fixture, (await createPerson(fixture)).email)));
  await expectRefused(await signGenuinely({ ...claims, session_id: other["session_id"] }));
});

test("rest and storage require an API key, which determines the role", async () => {
  expect(await authenticate({ apikey: KEYS.anonKey })).toEqual({ role: "anon" });
  expect(await authenticate({ apikey: KEYS.anonKey, authorization: `Bearer ${KEYS.anonKey}` })).toEqual({
    role: "anon",
  });
  expect(await authenticate({ authorization: `Bearer ${KEYS.serviceRoleKey}` })).toEqual({ role: "service_role" });
  await expect(fixture.authenticate(new Request(SITE))).rejects.toMatchObject({
    status: 401,
    body: { message: "No API key found in request" },
  });
  for (const key of [
    `${KEYS.serviceRoleKey}x`,
    KEYS.serviceRoleKey.slice(0, -1),
    KEYS.serviceRoleKey.toUpperCase(),
    "x",
  ]) {
    await expect(fixture.authenticate(new Request(SITE, { headers: { apikey: key } }))).rejects.toMatchObject({
      status: 401,
      body: { message: "Invalid API key" },
    });
  }
  const withUser = { apikey: KEYS.serviceRoleKey, authorization: `Bearer ${genuine}` };
  expect(await authenticate(withUser)).toMatchObject({ role: "authenticated" });
});

test("auth refuses a wrong API key, except for links and public keys; none counts as the public one", async () => {
  const withoutKey = (path: string, authorization = "") =>
    fixture.send(path, { headers: { apikey: "", ...(authorization && { authorization }) } });
  expect((await withoutKey("/settings")).status).toBe(200);
  expect((await withoutKey("/user", `Bearer ${genuine}`)).status).toBe(200);
  expect((await withoutKey("/user")).status).toBe(401);
  expect((await withoutKey("/admin/users")).status).toBe(401);
  expect((await withoutKey("/admin/users", `Bearer ${KEYS.anonKey}`)).status).toBe(403);
  expect((await fixture.send("/settings", { headers: { apikey: "wrong" } })).status).toBe(401);
  expect(
    (await fixture.send("/token?grant_type=password", { method: "POST", body: "{}", headers: { apikey: "x" } })).status,
  ).toBe(401);
  expect((await fixture.send("/.well-known/jwks.json", { headers: { apikey: "" } })).status).toBe(200);
});

test("signing out ends access to rest and storage at once", async () => {
  const browser = await signIn(fixture, (await createPerson(fixture)).email);
  const token = await accessToken(browser);
  expect(await authenticate({ authorization: `Bearer ${token}` })).toMatchObject({ role: "authenticated" });
  await browser.auth.signOut();
  await expect(authenticate({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
    status: 401,
    body: { code: "PGRST301" },
  });
});

function authenticate(headers: Record<string, string>) {
  return fixture.authenticate(new Request(SITE, { headers: { apikey: KEYS.anonKey, ...headers } }));
}

async function statusOf(token: string): Promise<number> {
  return (await fixture.send("/user", { headers: { authorization: `Bearer ${token}` } })).status;
}

async function expectRefused(token: string): Promise<void> {
  const response = await fixture.send("/user", { headers: { authorization: `Bearer ${token}` } });
  expect([401, 403]).toContain(response.status);
  await expect(authenticate({ authorization: `Bearer ${token}` })).rejects.toBeInstanceOf(AuthFailure);
}

async function signGenuinely(payload: Record<string, unknown>): Promise<string> {
  const [row] = await fixture.sql<{ id: string; private_key: object }[]>`
    select id, private_key from auth.signing_keys where status = 'current'`;
  const key = await importJWK(row?.private_key ?? {}, "ES256");
  return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: row?.id ?? "" }).sign(key);
}

function header(): { kid: string } {
  return JSON.parse(Buffer.from(genuine.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
