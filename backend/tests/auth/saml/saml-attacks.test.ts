import { afterAll, beforeAll, expect, test } from "vitest";
import { SITE } from "../../../../tests/fixtures/auth/auth.ts";
import {
  createSamlFixture,
  decode,
  DOMAIN,
  encode,
  PERSON,
  type SamlFixture,
} from "../../../../tests/fixtures/auth/saml-flows.ts";
import { type Issue, startSamlIdp } from "../../../../tests/fixtures/auth/saml-idp.ts";
import {
  hasValidSignature,
  WRAPPED_ASSERTIONS,
  WRAPPED_RESPONSES,
} from "../../../../tests/fixtures/auth/saml-wrapping.ts";
import { parseXml } from "../../../auth/saml/xml.ts";

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await createSamlFixture();
});
afterAll(() => fixture.close());

const REFUSED = "SAML Assertion is not valid";
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const EVIL = { nameId: "evil", attributes: { email: `evil@${DOMAIN}` } };

test.each(WRAPPED_ASSERTIONS)("attack: signature wrapping %s of a signed assertion", (_name, wrap) =>
  expectWrappingRefused({}, wrap),
);

test.each(WRAPPED_RESPONSES)("attack: signature wrapping %s of a signed response", (_name, wrap) =>
  expectWrappingRefused({ signed: "response" }, wrap),
);

async function expectWrappingRefused(
  options: Parameters<typeof fixture.attempt>[0],
  wrap: (xml: string) => string,
): Promise<void> {
  let isStillSigned = false;
  const forge = (xml: string) => {
    const wrapped = wrap(xml);
    isStillSigned = hasValidSignature(wrapped, fixture.idp.certificate);
    expect(wrapped).toMatch(/evil[\s\S]*ada-1|ada-1[\s\S]*evil/);
    return wrapped;
  };
  expect(await fixture.attempt(options, forge)).toBe(REFUSED);
  expect(isStillSigned, "a naive check accepts the signature").toBe(true);
}

const past = minutes(-30);
const ISSUED: readonly (readonly [string, Partial<Issue>])[] = [
  ["another audience", { tags: { Audience: "https://other.example" } }],
  ["no audience", { template: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "") }],
  ["no conditions", { template: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, "") }],
  ["another destination", { tags: { Destination: "https://other.example/acs" } }],
  [
    "a signed response without destination",
    { signed: "both", template: (xml) => xml.replace(/ Destination="[^"]*"/, "") },
  ],
  ["another recipient", { tags: { SubjectRecipient: "https://other.example/acs" } }],
  ["another request", { tags: { InResponseTo: "_other" } }],
  [
    "no request in the signed part",
    { template: (xml) => xml.replace(/( Recipient="[^"]*") InResponseTo="[^"]*"/, "$1") },
  ],
  ["conditions that have expired", { tags: { ConditionsNotBefore: minutes(-60), ConditionsNotOnOrAfter: past } }],
  ["conditions of the future", { tags: { ConditionsNotBefore: minutes(30), ConditionsNotOnOrAfter: minutes(60) } }],
  ["a confirmation that has expired", { tags: { SubjectConfirmationDataNotOnOrAfter: past } }],
  ["an old assertion that never expires", { tags: { IssueInstant: past, ConditionsNotOnOrAfter: minutes(9_999) } }],
  ["another way of confirmation", { template: (xml) => xml.replace("cm:bearer", "cm:sender-vouches") }],
  [
    "no sign-in, only attributes",
    { template: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, "") },
  ],
  ["another issuer", { tags: { Issuer: "https://other.example" } }],
  [
    "another issuer of the assertion",
    { template: (xml) => replaceLast(xml, /(<saml:Issuer>)[^<]*/, "$1https://other.example") },
  ],
  ["a refusal", { tags: { StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Responder" } }],
  ["a key of its own in KeyInfo", { hasWrongKey: true }],
  ["a key of its own, response signed", { hasWrongKey: true, signed: "both" }],
  ["SHA-1", { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }],
];

test.each(ISSUED)("attack: a response with %s", async (_name, given) => {
  expect(await fixture.attempt(given)).toBe(REFUSED);
});

const FORGED: readonly (readonly [string, (xml: string) => string])[] = [
  ["without signature", (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, "")],
  ["with another name", (xml) => xml.replace("ada-1", "evil")],
  ["with another address", (xml) => xml.replace(`ada@${DOMAIN}`, `evil@${DOMAIN}`)],
  ["with a comment in the name", (xml) => xml.replace("ada-1", "ada<!-- evil -->-1")],
  ["with an instruction in the name", (xml) => xml.replace("ada-1", "ada<?evil?>-1")],
  ["with CDATA in the name", (xml) => xml.replace("ada-1", "<![CDATA[ada-1]]>")],
  ["with an entity", (xml) => `<!DOCTYPE a [<!ENTITY e "evil">]>${xml.replace("ada-1", "&e;")}`],
  ["with an external entity", (xml) => `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hosts">]>${xml}`],
  ["with a bomb of entities", (xml) => `<!DOCTYPE a [${bomb()}]>${xml.replace("ada-1", "&e9;")}`],
  ["with an encrypted assertion beside it", (xml) => xml.replace("</samlp:Response>", "<saml:EncryptedAssertion/>$&")],
  ["with a second signature", (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, "$&$&")],
  ["with a truncated end", (xml) => xml.slice(0, -20)],
  ["with text after the end", (xml) => `${xml}<evil/>`],
  ["that is none", () => "<a/>"],
  ["that is no XML", () => "evil"],
];

test.each(FORGED)("attack: a response %s", async (_name, forge) => {
  expect(await fixture.attempt({}, forge)).toBe(REFUSED);
});

test("attack: bytes that are not UTF-8", async () => {
  const { requestId, relayState } = await fixture.start();
  const xml = decode(await fixture.idp.issue({ requestId, person: PERSON }));
  const bytes = Buffer.concat([Buffer.from(xml), Buffer.from([0xff, 0xfe])]).toString("base64");
  expect((await fixture.post(bytes, relayState)).searchParams.get("error_description")).toBe(REFUSED);
});

test("attack: another provider of this site speaks neither for itself in this flow nor for the first one", async () => {
  const other = await startSamlIdp(async () => (await fixture.send("/sso/saml/metadata")).text());
  const added = await fixture.admin("POST", "", { type: "saml", metadata_xml: other.metadata() });
  expect(added.status).toBe(201);
  for (const Issuer of [other.entityId, fixture.idp.entityId]) {
    const { requestId, relayState } = await fixture.start();
    const back = await fixture.post(await other.issue({ requestId, person: PERSON, tags: { Issuer } }), relayState);
    expect(back.searchParams.get("error_description"), Issuer).toBe(REFUSED);
  }
  await other.close();
});

test("attack: a response is used once, by the browser that asked for it, and an assertion once", async () => {
  const { browser, requestId, relayState } = await fixture.start();
  const response = await fixture.idp.issue({ requestId, person: PERSON, tags: { AssertionID: "_same" } });
  const back = await fixture.post(response, relayState);
  const code = back.searchParams.get("code") ?? "";
  expect((await fixture.post(response, relayState)).searchParams.get("error_code")).toBe("saml_relay_state_not_found");
  const stranger = await fixture.start();
  expect((await fixture.post(response, stranger.relayState)).searchParams.get("error_description")).toBe(REFUSED);
  expect((await stranger.browser.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
  expect((await browser.auth.exchangeCodeForSession(code)).error?.code, "a code is presented once").toBe(
    "flow_state_not_found",
  );
  expect(await fixture.attempt({ tags: { AssertionID: "_same" } })).toBe("SAML Assertion was used before");
});

test("attack: a response that nobody asked for signs in nobody; the sign-in starts again at the site", async () => {
  const response = await fixture.idp.issue({ requestId: "", person: EVIL });
  const before = await countSessions();
  const back = await fixture.post(response, "");
  expect(back.href).toBe(`${SITE}/auth?sso=${fixture.providerId}`);
  const deep = await fixture.post(response, `${SITE}/account?tab=1`);
  expect(deep.searchParams.get("next")).toBe("/account?tab=1");
  const foreign = await fixture.post(response, "https://elsewhere.example/account");
  expect(foreign.href, "no open redirect").toBe(`${SITE}/auth?sso=${fixture.providerId}`);
  expect((await fixture.post(response, "garbage")).searchParams.get("error_code")).toBe("validation_failed");
  expect((await fixture.post(encode("<a/>"), "")).searchParams.get("error_code")).toBe("validation_failed");
  const unknown = await fixture.idp.issue({ requestId: "", person: EVIL, tags: { Issuer: "https://unknown.example" } });
  expect((await fixture.post(unknown, "")).searchParams.get("error_code")).toBe("saml_idp_not_found");
  expect(await countSessions()).toBe(before);
});

test("attack: neither the request nor the relay state redirects elsewhere, and a relay state expires", async () => {
  const { requestId, relayState } = await fixture.start({ redirectTo: "https://elsewhere.example/" });
  const back = await fixture.post(await fixture.idp.issue({ requestId, person: PERSON }), relayState);
  expect(back.origin).toBe(SITE);
  const guessed = await fixture.post(encode("<a/>"), crypto.randomUUID());
  expect(guessed.searchParams.get("error_code")).toBe("saml_relay_state_not_found");
  const late = await fixture.start();
  const response = await fixture.idp.issue({ requestId: late.requestId, person: PERSON });
  fixture.advance(11 * 60_000);
  const refused = await fixture.post(response, late.relayState);
  expect(refused.searchParams.get("error_code")).toBe("saml_relay_state_expired");
  fixture.advance(-11 * 60_000);
});

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join("");
const nested = (count: number, tag: (index: number) => string) => times(count, tag) + "</a>".repeat(count);
const COSTLY: readonly (readonly [string, string])[] = [
  ["nested namespaces", nested(7500, (index) => `<a xmlns:n${index}="u">`)],
  ["namespaces of one element", `<a ${times(7500, (index) => `xmlns:n${index}="u" `)}/>`],
  ["attributes of one element", `<a ${times(15_000, (index) => `n${index}="u" `)}/>`],
  ["levels", nested(20_000, () => "<a>")],
  ["elements", `<a>${"<b/>".repeat(40_000)}</a>`],
  ["tags without end", "<a ".repeat(50_000)],
  ["prefixes in one value", `<a b="${times(20_000, (index) => `n${index} `)}"/>`],
];

test.each(COSTLY)("attack: a document with too many %s is refused before it is parsed", async (_name, xml) => {
  expect(() => parseXml(xml)).toThrow(/too many|too large/);
  const metadata = { type: "saml", metadata_xml: xml };
  expect((await fixture.admin("POST", "", metadata)).status).toBe(400);
  expect((await fixture.post(encode(xml), "")).searchParams.get("error_code")).toBe("validation_failed");
  expect(await fixture.attempt({}, (signed) => signed.replace("</saml:AttributeStatement>", `${xml}$&`))).toBe(REFUSED);
});

test("attack: nested namespaces cost no more than text of the same length", () => {
  const [costly, text] = [COSTLY[0]?.[1] ?? "", `<a>${"&amp;".repeat(32_000)}</a>`];
  expect(shortest(() => expect(() => parseXml(costly)).toThrow("too many"))).toBeLessThan(
    10 * shortest(() => parseXml(text)),
  );
});

test("a person with hundreds of groups signs in", async () => {
  const groups = Array.from({ length: 300 }, (_, index) => `group-${index}`);
  const { error } = await fixture.signIn({ ...PERSON, attributes: { ...PERSON.attributes, groups } });
  expect(error).toBeUndefined();
});

function shortest(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

test("attack: large bodies and many responses are refused", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const large = await fixture.send("/sso/saml/acs", { method: "POST", headers, body: "a=".padEnd(300_000, "a") });
  expect(large.status).toBe(413);
  let last = "";
  for (let count = 0; count < 121; count += 1) {
    const init = { method: "POST", headers, body: "SAMLResponse=a", address: "192.0.2.7" };
    last = (await fixture.send("/sso/saml/acs", init)).headers.get("location") ?? "";
  }
  expect(last).toContain("over_request_rate_limit");
});

test("no attack has created an account", async () => {
  const names = await fixture.sql<{ id: string }[]>`select distinct provider_id as id from auth.identities`;
  expect(names.map(({ id }) => id)).toEqual(["ada-1"]);
});

async function countSessions(): Promise<number> {
  const [row] = await fixture.sql<{ count: number }[]>`select count(*)::int as count from auth.sessions`;
  return row?.count ?? 0;
}

function replaceLast(text: string, pattern: RegExp, replacement: string): string {
  const at = text.lastIndexOf("<saml:Issuer>");
  return text.slice(0, at) + text.slice(at).replace(pattern, replacement);
}

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<!ENTITY e0 "evil">${levels.join("")}`;
}
