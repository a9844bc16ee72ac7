import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccount } from "../../../../server/people/ensure-admin.ts";
import { accessToken, createPerson, PASSWORD, readClaims, verifyFactor } from "../../../../tests/fixtures/auth/auth.ts";
import { createSamlFixture, DOMAIN, PERSON, type SamlFixture } from "../../../../tests/fixtures/auth/saml-flows.ts";
import { EMAIL_FORMAT, startSamlIdp } from "../../../../tests/fixtures/auth/saml-idp.ts";

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await createSamlFixture();
});
afterAll(() => fixture.close());

test("auth-js signs in at a company's identity provider, and later into the same account", async () => {
  const { browser, user, error } = await fixture.signIn(PERSON);
  expect(error).toBeUndefined();
  const provider = `sso:${fixture.providerId}`;
  expect(user).toMatchObject({ email: `ada@${DOMAIN}`, app_metadata: { provider, providers: [provider] } });
  expect(user?.identities).toMatchObject([{ provider, id: "ada-1", identity_data: { iss: fixture.idp.entityId } }]);
  const claims = readClaims(await accessToken(browser));
  expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "sso/saml" }] });

  const moved = { ...PERSON, attributes: { mail: `ada.king@${DOMAIN}` } };
  const again = await fixture.signIn(moved);
  expect(again.user?.id).toBe(user?.id);
  expect(again.user?.email, "the identity provider decides about the address").toBe(`ada.king@${DOMAIN}`);
});

test("the implicit flow and plain HTTP redirects work, and GET /settings says that SAML is on", async () => {
  const { requestId, relayState } = await fixture.start({ flowType: "implicit" });
  const back = await fixture.post(await fixture.idp.issue({ requestId, person: PERSON, signed: "both" }), relayState);
  const session = new URLSearchParams(back.hash.slice(1));
  expect(readClaims(session.get("access_token") ?? "")["amr"]).toMatchObject([{ method: "sso/saml" }]);
  const body = JSON.stringify({ provider_id: fixture.providerId });
  const redirect = await fixture.send("/sso", { method: "POST", body });
  expect(redirect.status).toBe(303);
  expect(redirect.headers.get("location")).toContain(`${fixture.idp.url}/sso?SAMLRequest=`);
  expect(await (await fixture.send("/settings")).json()).toMatchObject({ saml_enabled: true });
});

test.each(["assertion", "response", "both"] as const)("a signature is accepted: %s", async (signed) => {
  expect(await fixture.attempt({ signed })).toBeNull();
});

test("metadata has one certificate for all processes, and can be downloaded", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => fixture.send("/sso/saml/metadata?download=true")));
  expect(first?.headers.get("content-disposition")).toBe('attachment; filename="metadata.xml"');
  const [one, two] = await Promise.all([first?.text(), second?.text()].map(async (text) => certificateOf(await text)));
  expect(one?.fingerprint256).toBe(two?.fingerprint256);
  expect(one?.verify(one.publicKey), "self-signed").toBe(true);
  expect(one?.subject).toBe("CN=localhost");
  const { keys } = (await (await fixture.send("/.well-known/jwks.json")).json()) as { keys: { kid: string }[] };
  expect(
    keys.some(({ kid }) => kid === "saml"),
    "it signs no access tokens",
  ).toBe(false);
});

test("an account is never joined by address, and gets no role by its address", async () => {
  const { id, email } = await createPerson(fixture, `grace@${DOMAIN}`);
  const { user } = await fixture.signIn({ nameId: "grace-1", attributes: { email } });
  expect(user?.email).toBe(email);
  expect(user?.id).not.toBe(id);
  const admin = fixture.service as unknown as Parameters<typeof findAccount>[0];
  expect((await findAccount(admin, email))?.id, "invitations and make-admin find the other account").toBe(id);
  const other = fixture.browser();
  expect((await other.auth.signInWithPassword({ email, password: PASSWORD })).data.user?.id).toBe(id);
  expect((await fixture.signIn({ nameId: "x", attributes: { email: "boss@agency.example" } })).error).toBe(
    "email_address_not_authorized",
  );
});

test("attributes are mapped, and the subject is the persistent one", async () => {
  const keys = {
    name: { names: ["nickname", "displayName"] },
    groups: { name: "groups", array: true },
    plan: { default: "pro" },
  };
  await fixture.admin("PUT", `/${fixture.providerId}`, { attribute_mapping: { keys } });
  const attributes = {
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": `Mapped@${DOMAIN}`,
    displayname: "Mapped Person",
    groups: ["a", "b"],
    "urn:oasis:names:tc:SAML:attribute:subject-id": "subject-7",
  };
  const { user } = await fixture.signIn({ nameId: "passing", attributes });
  const custom_claims = { groups: ["a", "b"], plan: "pro" };
  expect(user?.user_metadata).toMatchObject({ name: "Mapped Person", sub: "subject-7", custom_claims });
  expect(user?.email).toBe(`mapped@${DOMAIN}`);
  await fixture.admin("PUT", `/${fixture.providerId}`, { attribute_mapping: { keys: {} } });

  const byAddress = { nameId: `Only@${DOMAIN}`, format: EMAIL_FORMAT };
  expect((await fixture.signIn(byAddress)).user?.email).toBe(`only@${DOMAIN}`);
  const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
  expect((await fixture.signIn({ ...PERSON, format: transient })).error).toBe("saml_assertion_no_user_id");
  expect((await fixture.signIn({ nameId: "no-address" })).error).toBe("saml_assertion_no_email");
  const groups = Array.from({ length: 400 }, (_, index) => `group-${index}`);
  await fixture.admin("PUT", `/${fixture.providerId}`, { attribute_mapping: { keys: { groups: keys.groups } } });
  expect((await fixture.signIn({ ...PERSON, attributes: { ...PERSON.attributes, groups } })).error).toBe(
    "validation_failed",
  );
});

test("the company manages the account: no password, address, passkey or further identity, but second factors apply", async () => {
  const { browser, user } = await fixture.signIn({ nameId: "managed", attributes: { email: `managed@${DOMAIN}` } });
  for (const change of [{ password: "a new password 1" }, { email: "elsewhere@mail.example" }]) {
    expect((await browser.auth.updateUser(change)).error?.code).toBe("user_sso_managed");
  }
  expect((await browser.auth.updateUser({ data: { theme: "dark" } })).error).toBeNull();
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const passkey = await fixture.send("/passkeys/registration/options", { method: "POST", headers });
  expect(passkey.status).toBe(422);
  const own = (await browser.auth.getUserIdentities()).data?.identities[0];
  const unlinked = await fixture.send(`/user/identities/${own?.identity_id}`, { method: "DELETE", headers });
  expect(unlinked.status).toBeGreaterThanOrEqual(400);
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect((await verifyFactor(fixture, browser, factor?.type === "totp" ? factor : null)).error).toBeNull();
  const later = await fixture.signIn({ nameId: "managed", attributes: { email: `managed@${DOMAIN}` } });
  expect(later.user?.id).toBe(user?.id);
  const { data: level } = await later.browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  await fixture.service.auth.admin.updateUserById(user?.id ?? "", { ban_duration: "1h" });
  expect((await fixture.signIn({ nameId: "managed", attributes: { email: `managed@${DOMAIN}` } })).error).toBe(
    "user_banned",
  );
});

test("POST /sso refuses as Supabase does", async () => {
  const ask = async (body: object) => {
    const response = await fixture.send("/sso", { method: "POST", body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { error_code: string }).error_code];
  };
  expect(await ask({})).toEqual([400, "validation_failed"]);
  expect(await ask({ domain: DOMAIN, provider_id: fixture.providerId })).toEqual([400, "validation_failed"]);
  expect(await ask({ domain: "unknown.example" })).toEqual([404, "sso_provider_not_found"]);
  expect(await ask({ provider_id: crypto.randomUUID() })).toEqual([404, "sso_provider_not_found"]);
  expect(await ask({ domain: DOMAIN, code_challenge: "short", code_challenge_method: "s256" })).toEqual([
    400,
    "validation_failed",
  ]);
  const { relayState, requestId } = await fixture.start();
  await fixture.admin("PUT", `/${fixture.providerId}`, { disabled: true });
  expect(await ask({ domain: DOMAIN.toUpperCase() })).toEqual([404, "sso_provider_disabled"]);
  const late = await fixture.post(await fixture.idp.issue({ requestId, person: PERSON }), relayState);
  expect(late.searchParams.get("error_code")).toBe("sso_provider_disabled");
  await fixture.admin("PUT", `/${fixture.providerId}`, { disabled: false });
});

test("only the service role manages providers", async () => {
  const { browser } = await fixture.signIn({ nameId: "curious", attributes: { email: `curious@${DOMAIN}` } });
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  expect((await fixture.send("/admin/sso/providers", { headers })).status).toBe(403);
  expect((await fixture.send("/admin/sso/providers")).status).toBe(401);
  const { body } = await fixture.admin("GET", "");
  expect(body["items"]).toMatchObject([{ id: fixture.providerId, domains: [{ domain: DOMAIN }] }]);
  expect(JSON.stringify(body), "the list has no documents").not.toContain("metadata_xml");
  const one = await fixture.admin("GET", `/${fixture.providerId}`);
  expect(one.body["saml"]).toMatchObject({ entity_id: fixture.idp.entityId, metadata_xml: fixture.idp.metadata() });
  expect((await fixture.admin("GET", `/${crypto.randomUUID()}`)).body["error_code"]).toBe("sso_provider_not_found");
});

test("providers are created, found by resource id, changed and deleted, which ends their sessions", async () => {
  const other = await startSamlIdp(async () => (await fixture.send("/sso/saml/metadata")).text());
  const given = { type: "saml", metadata_xml: other.metadata(), domains: [" Other.Example ", "other.example"] };
  const created = await fixture.admin("POST", "", { ...given, resource_id: "agency-1" });
  expect(created.status).toBe(201);
  expect(created.body["domains"]).toEqual([{ domain: "other.example" }]);
  expect((await fixture.admin("POST", "", { ...given, domains: [] })).body["error_code"]).toBe(
    "saml_idp_already_exists",
  );
  const taken = await fixture.admin("PUT", "/resource_agency-1", { domains: [DOMAIN] });
  expect(taken.body["error_code"]).toBe("sso_domain_already_exists");
  const foreign = await fixture.admin("PUT", "/resource_agency-1", { metadata_xml: fixture.idp.metadata() });
  expect(foreign.body["error_code"]).toBe("saml_entity_id_mismatch");
  const renamed = await fixture.admin("PUT", "/resource_AGENCY-1", { domains: ["second.example"] });
  expect(renamed.body["domains"]).toEqual([{ domain: "second.example" }]);

  const { browser, requestId, relayState } = await fixture.start({ domain: "second.example" });
  const person = { nameId: "o", attributes: { email: "o@second.example" } };
  const back = await fixture.post(await other.issue({ requestId, person }), relayState);
  await browser.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
  expect((await browser.auth.getUser()).data.user?.email).toBe("o@second.example");
  expect((await fixture.admin("DELETE", `/${String(created.body["id"])}`)).status).toBe(200);
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await fixture.admin("GET", "/resource_agency-1")).status).toBe(404);
  await other.close();
});

test.each([
  ["an unknown type", { type: "oidc", metadata_xml: "<a/>" }],
  ["no metadata", { type: "saml" }],
  ["both kinds of metadata", { type: "saml", metadata_xml: "<a/>", metadata_url: "https://idp.example" }],
  ["plain http", { type: "saml", metadata_url: "http://idp.example/metadata" }],
  ["a document of another kind", { type: "saml", metadata_xml: "<a/>" }],
  ["an entity", { type: "saml", metadata_xml: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }],
  ["a domain that is none", { type: "saml", metadata_xml: "<a/>", domains: ["https://a.example"] }],
  ["an unknown format of names", { type: "saml", metadata_xml: "<a/>", name_id_format: "a" }],
])("a provider with %s is refused", async (_name, body) => {
  expect(await fixture.admin("POST", "", body)).toMatchObject({
    status: 400,
    body: { error_code: "validation_failed" },
  });
});

test("metadata is refused without a strong key and a safe address, and its address does not redirect", async () => {
  const good = fixture.idp.metadata().replaceAll(fixture.idp.url, "https://weak.example");
  const weak = [
    good.replace(/<X509Certificate>[^<]*<\/X509Certificate>|<ds:X509Certificate>[^<]*<\/ds:X509Certificate>/, ""),
    good.replace("https://weak.example/sso", "javascript:alert(1)"),
    good.replace("https://weak.example/sso", "http://weak.example/sso"),
    good.replace("HTTP-Redirect", "HTTP-POST"),
  ];
  for (const xml of weak) {
    expect((await fixture.admin("POST", "", { type: "saml", metadata_xml: xml })).status, xml).toBe(400);
  }
  const moved = await fixture.admin("POST", "", { type: "saml", metadata_url: `${fixture.idp.url}/moved` });
  expect(moved.body["error_code"]).toBe("saml_metadata_fetch_failed");
  const missing = await fixture.admin("POST", "", { type: "saml", metadata_url: "http://localhost:1/metadata" });
  expect(missing.body["error_code"]).toBe("saml_metadata_fetch_failed");
});

test("metadata is read again after a day, and an identity provider that is away keeps its keys", async () => {
  const readFetchedAt = async () =>
    (
      await fixture.sql<{ at: Date }[]>`
      select updated_at as at from auth.saml_providers where sso_provider_id = ${fixture.providerId}`
    )[0]?.at;
  await fixture.sql`
    update auth.saml_providers set updated_at = now() - interval '2 days',
      metadata_xml = replace(metadata_xml, '</EntityDescriptor>', '<!-- old --></EntityDescriptor>')`;
  const before = await readFetchedAt();
  await fixture.start();
  expect((await readFetchedAt())?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
  const [row] = await fixture.sql<{ xml: string }[]>`select metadata_xml as xml from auth.saml_providers`;
  expect(row?.xml).toBe(fixture.idp.metadata());
  await fixture.sql`
    update auth.saml_providers set updated_at = now() - interval '2 days', metadata_url = 'http://localhost:1/'`;
  expect((await fixture.attempt()) ?? "signed in").toBe("signed in");
});

test("an account of an unknown person is not created where sign-ups are off; without AUTH_SAML everything is", async () => {
  const closed = await createSamlFixture({ signUps: false });
  expect((await closed.signIn(PERSON)).error).toBe("signup_disabled");
  await closed.close();
  const off = await createSamlFixture({ saml: false }).catch(async (error: Error) => error);
  if (off instanceof Error) throw off;
  for (const [method, path] of [
    ["POST", "/sso"],
    ["GET", "/sso/saml/metadata"],
    ["POST", "/sso/saml/acs"],
  ] as const) {
    const response = await off.send(path, { method, ...(method === "POST" && { body: "{}" }) });
    expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([
      404,
      "saml_provider_disabled",
    ]);
  }
  expect((await off.admin("GET", "")).status).toBe(404);
  await off.close();
});

function certificateOf(xml = ""): X509Certificate {
  const text = /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? "";
  return new X509Certificate(Buffer.from(text, "base64"));
}
