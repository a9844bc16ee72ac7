import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, newEmail, PASSWORD, SITE } from "../../../tests/fixtures/auth/auth.ts";
import { signInAtProvider } from "../../../tests/fixtures/auth/identity-providers.ts";
import { CALLBACK, createProviderFixture, type ProviderFixture } from "../../../tests/fixtures/auth/provider-flows.ts";

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await createProviderFixture();
});
afterAll(() => fixture.close());

test("attack: a link to the provider, started by a stranger, links nothing to the stranger's account", async () => {
  const { email } = await createPerson(fixture);
  const stranger = fixture.browser({ flowType: "pkce" });
  await stranger.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await stranger.auth.linkIdentity({ provider: "github", options: { skipBrowserRedirect: true } });
  const victim = fixture.addPerson("github", { email: newEmail() });
  const back = await fixture.callback(await signInAtProvider(data?.url ?? "", victim, CALLBACK));
  expect(back.searchParams.get("code")).toBeTruthy();
  const { data: identities } = await stranger.auth.getUserIdentities();
  expect(
    identities?.identities.map(({ provider }) => provider),
    "the victim's browser has no verifier",
  ).toEqual(["email"]);
  const other = fixture.browser({ flowType: "pkce" });
  await other.auth.signInWithOAuth({ provider: "github", options: { skipBrowserRedirect: true } });
  const { error } = await other.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
  expect(error?.code).toBe("bad_code_verifier");
  expect((await fixture.signInWith("github", victim)).user?.email).not.toBe(email);
});

test("attack: a stolen or replayed state, and a session prepared by a stranger, are refused", async () => {
  const person = fixture.addPerson("keycloak", { email: newEmail() });
  const { at } = await fixture.start("keycloak");
  const address = await signInAtProvider(at, person, CALLBACK);
  expect((await fixture.callback(address)).searchParams.get("code")).toBeTruthy();
  expect((await fixture.callback(address)).searchParams.get("error_code"), "replayed").toBe("bad_oauth_state");
  address.searchParams.set("state", crypto.randomUUID());
  expect((await fixture.callback(address)).searchParams.get("error_code"), "guessed").toBe("bad_oauth_state");
  address.searchParams.delete("state");
  expect((await fixture.callback(address)).searchParams.get("error_code"), "missing").toBe("bad_oauth_callback");
  const { at: late } = await fixture.start("keycloak");
  const lateAddress = await signInAtProvider(late, person, CALLBACK);
  fixture.advance(11 * 60_000);
  expect((await fixture.callback(lateAddress)).searchParams.get("error_description")).toBe("OAuth state has expired");
});

test.each(["keycloak", "github"])("attack: a code of %s injected into another flow is refused", async (provider) => {
  const victim = fixture.addPerson(provider, { email: newEmail() });
  const { at } = await fixture.start(provider);
  const stolen = await signInAtProvider(at, victim, CALLBACK);
  const own = await fixture.start(provider);
  const injected = new URL(stolen);
  injected.searchParams.set("state", new URL(own.at).searchParams.get("state") ?? "");
  expect((await fixture.callback(injected)).searchParams.get("error_code")).toBe("unexpected_failure");
});

test("attack: mix-up. The response of another issuer is refused", async () => {
  fixture.faulty.faults.responseIssuer = fixture.issuer.config.issuer;
  expect((await fixture.signInWith("faulty", "x")).error).toBe("unexpected_failure");
  delete fixture.faulty.faults.responseIssuer;
  const { at } = await fixture.start("faulty");
  const swapped = await signInAtProvider(
    (await fixture.start("keycloak")).at,
    fixture.addPerson("keycloak", { email: newEmail() }),
    CALLBACK,
  );
  swapped.searchParams.set("state", new URL(at).searchParams.get("state") ?? "");
  expect((await fixture.callback(swapped)).searchParams.get("error_code")).toBe("unexpected_failure");
});

const FAULTS = {
  nonce: { claims: { nonce: "another" } },
  issuer: { claims: { iss: "https://accounts.example" } },
  audience: { claims: { aud: "another-client" } },
  "authorized party": { claims: { aud: ["plumbline", "another-client"], azp: "another-client" } },
  expiry: { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } },
  signature: { hasWrongKey: true },
} as const;

test.each(Object.entries(FAULTS))("a wrong %s in the ID token is refused, in both grants", async (kind, fault) => {
  Object.assign(fixture.faulty.faults, fault);
  try {
    expect((await fixture.signInWith("faulty", "x")).error).toBe("unexpected_failure");
    if (kind === "nonce") return;
    const token = await fixture.faulty.signIdToken();
    const { error } = await fixture.browser().auth.signInWithIdToken({ provider: "faulty", token });
    expect(error?.message).toBe("Bad ID token");
  } finally {
    delete fixture.faulty.faults.claims;
    delete fixture.faulty.faults.hasWrongKey;
  }
  expect((await fixture.signInWith("faulty", "x")).error, "the same issuer without the fault").toBeNull();
});

test("an ID token signs in once, with the nonce that was asked for", async () => {
  const nonce = "a-nonce-of-the-app";
  const hashed = createHash("sha256").update(nonce).digest("hex");
  const token = await fixture.faulty.signIdToken({ sub: "app-1", email: newEmail(), nonce: hashed });
  const provider = "faulty";
  const attempt = (given?: string) =>
    fixture.browser().auth.signInWithIdToken({ provider, token, ...(given && { nonce: given }) });
  expect((await attempt()).error?.message).toMatch(/either both exist or not/);
  expect((await attempt("another")).error?.message).toBe("Nonces mismatch");
  expect((await attempt(nonce)).data.user?.identities?.[0]?.provider).toBe("faulty");
  expect((await attempt(nonce)).error?.message, "replayed").toBe("Bad ID token");
});

test("attack: a used ID token is refused however its signature is written", async () => {
  const signed = await fixture.faulty.signIdToken({ sub: "app-2", email: newEmail() });
  const attempt = (token: string) => fixture.browser().auth.signInWithIdToken({ provider: "faulty", token });
  expect((await attempt(signed)).error).toBeNull();
  const at = signed.lastIndexOf(".") + 1;
  const signature = Buffer.from(signed.slice(at), "base64url");
  // The last letter carries four bits that no byte uses.
  const last = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").filter(
    (letter) => Buffer.from(signed.slice(at, -1) + letter, "base64url").equals(signature) && !signed.endsWith(letter),
  );
  expect(last).not.toHaveLength(0);
  for (const copy of [
    `${signed} `,
    `${signed}==`,
    `${signed}\n`,
    ...last.map((letter) => signed.slice(0, -1) + letter),
  ]) {
    expect((await attempt(copy)).error?.message, copy).toBe("Bad ID token");
  }
  expect((await attempt(signed.slice(0, at) + mirror(signature))).error?.message, "of the same key").toBe(
    "Bad ID token",
  );
});

/** An ECDSA signature (r, s) is also valid as (r, n - s). */
function mirror(signature: Buffer): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${signature.subarray(32).toString("hex")}`);
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")]).toString(
    "base64url",
  );
}

test.each(["/.well-known/openid-configuration", "/jwks"])(
  "an ID token of a provider whose %s fails is answered with 503, and works later",
  async (failingPath) => {
    const fresh = await createProviderFixture();
    const token = await fresh.faulty.signIdToken({ sub: "app-3", email: newEmail() });
    const attempt = () => fresh.browser().auth.signInWithIdToken({ provider: "faulty", token });
    fresh.faulty.faults.failingPath = failingPath;
    expect((await attempt()).error).toMatchObject({
      status: 503,
      message: expect.stringContaining("cannot be reached"),
    });
    delete fresh.faulty.faults.failingPath;
    expect((await attempt()).error).toBeNull();
    await fresh.close();
  },
);

test("attack: an address with letters that fold to those of another one joins no account", async () => {
  const victim = await createPerson(fixture, `kate.${newEmail()}`);
  const email = victim.email.replace("k", "\u212a");
  const token = await fixture.faulty.signIdToken({ sub: "kelvin", email });
  const { data, error } = await fixture.browser().auth.signInWithIdToken({ provider: "faulty", token });
  expect([data.user, error?.code]).toEqual([null, "provider_email_needs_verification"]);
  expect((await fixture.browser().auth.signUp({ email, password: PASSWORD })).error?.code).toBe("validation_failed");
  expect((await fixture.browser().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
});

test("attack: no open redirect before or after the provider", async () => {
  for (const target of [
    "https://evil.example/",
    "//evil.example",
    "https://localhost:4321@evil.example/",
    "javascript:1",
  ]) {
    const { at } = await fixture.start("github", { redirectTo: target });
    const back = await fixture.callback(
      await signInAtProvider(at, fixture.addPerson("github", { email: newEmail() }), CALLBACK),
    );
    expect(back.origin, target).toBe(SITE);
  }
  const response = await fixture.send(
    `/authorize?provider=github&redirect_uri=https://evil.example&client_id=evil&request_uri=https://evil.example`,
  );
  const sent = new URL(response.headers.get("location") ?? "");
  expect(Object.fromEntries(sent.searchParams)).toMatchObject({ redirect_uri: CALLBACK, client_id: "plumbline" });
  expect(sent.searchParams.has("request_uri")).toBe(false);
});
