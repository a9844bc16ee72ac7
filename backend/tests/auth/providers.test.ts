import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createAuthFixture,
  createPerson,
  createPersonWithFactor,
  newEmail,
  PASSWORD,
  signIn,
  SITE,
} from "../../../tests/fixtures/auth/auth.ts";
import { signInAtProvider } from "../../../tests/fixtures/auth/identity-providers.ts";
import { CALLBACK, createProviderFixture, type ProviderFixture } from "../../../tests/fixtures/auth/provider-flows.ts";

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await createProviderFixture();
});
afterAll(() => fixture.close());

test("GET /settings lists the providers that are on", async () => {
  const { external } = await (await fixture.send("/settings")).json();
  expect(external).toMatchObject({ keycloak: true, github: true, faulty: true, google: false });
});

test.each(["keycloak", "github"])("%s signs a new person up, and the same person in again", async (provider) => {
  const email = newEmail();
  const person = fixture.addPerson(provider, { email });
  const first = await fixture.signInWith(provider, person);
  expect(first.error).toBeNull();
  expect(first.user).toMatchObject({ email, app_metadata: { provider, providers: [provider] } });
  expect(first.user?.identities).toMatchObject([{ provider, identity_data: { email, email_verified: true } }]);
  expect(JSON.stringify(first.user), "no picture of a third party").not.toMatch(/avatar|picture/);
  const again = await fixture.signInWith(provider, person);
  expect(again.user?.id).toBe(first.user?.id);
});

test("a verified address joins an existing account, whose owner gets a mail", async () => {
  const { id, email } = await createPerson(fixture);
  const { user } = await fixture.signInWith("keycloak", fixture.addPerson("keycloak", { email: email.toUpperCase() }));
  expect(user).toMatchObject({ id, app_metadata: { provider: "email", providers: ["email", "keycloak"] } });
  expect(fixture.mailTo(email).mail.subject).toMatch(/further way to sign in/);
  await signIn(fixture, email);
});

test.each(["keycloak", "github"])("an unverified address of %s never joins and creates nothing", async (provider) => {
  const { email: taken } = await createPerson(fixture);
  const free = newEmail();
  const refused = [];
  for (const email of [taken, free]) {
    const { error } = await fixture.signInWith(provider, fixture.addPerson(provider, { email, isVerified: false }));
    refused.push(error?.replace(/\S+@\S+/g, ""));
  }
  expect(refused[0]).toBe("provider_email_needs_verification");
  expect(refused[1], "the same for a free address").toBe(refused[0]);
  expect(await fixture.sql`select id from auth.users where email = ${free}`).toEqual([]);
  const [count] = await fixture.sql`
    select count(*)::int from auth.identities where provider = ${provider} and email = ${taken}`;
  expect(count?.count).toBe(0);
});

test("an administrator, an invited administrator and an account with a second factor are not joined", async () => {
  const admin = await createPerson(fixture);
  const invited = newEmail();
  const { data } = await fixture.service.auth.admin.inviteUserByEmail(invited);
  for (const id of [admin.id, data.user?.id ?? ""]) {
    await fixture.sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  }
  const { email: factor } = await createPersonWithFactor(fixture);
  for (const email of [admin.email, invited, factor]) {
    expect((await fixture.signInWith("keycloak", fixture.addPerson("keycloak", { email }))).error).toBe("email_exists");
    expect(await fixture.sql`select id from auth.identities where email = ${email} and provider = 'keycloak'`).toEqual(
      [],
    );
  }
});

test("an unconfirmed sign-up loses its password when the owner of the address arrives", async () => {
  const email = newEmail();
  const stranger = fixture.browser({ flowType: "pkce" });
  await stranger.auth.signUp({ email, password: PASSWORD, options: { data: { name: "Mallory" } } });
  const { tokenHash } = fixture.mailTo(email);
  const { user } = await fixture.signInWith("keycloak", fixture.addPerson("keycloak", { email }));
  expect(user).toMatchObject({ email, app_metadata: { providers: ["keycloak"] } });
  expect(user?.user_metadata).not.toHaveProperty("name", "Mallory");
  expect((await stranger.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await stranger.auth.verifyOtp({ type: "signup", token_hash: tokenHash })).error?.code).toBe("otp_expired");
});

test("a person links and unlinks a provider, keeps the session, and never removes the last way in", async () => {
  const { browser } = await createPersonWithFactor(fixture);
  const linking = fixture.browser({ flowType: "pkce" });
  await copySession(browser, linking);
  expect(await fixture.linkWith(linking, "github", fixture.addPerson("github", { email: newEmail() }))).toBeUndefined();
  const { data: level } = await linking.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level?.currentLevel, "still the session with the second factor").toBe("aal2");
  const { data } = await linking.auth.getUserIdentities();
  expect(data?.identities.map(({ provider }) => provider)).toEqual(["email", "github"]);
  const [address, added] = data?.identities ?? [];
  if (!address || !added) throw new Error("No identities");
  expect((await linking.auth.unlinkIdentity(address)).error?.code).toBe("email_conflict_identity_not_deletable");
  expect((await linking.auth.unlinkIdentity(added)).error).toBeNull();
  expect((await linking.auth.unlinkIdentity(address)).error?.code).toBe("single_identity_not_deletable");
});

test("a password gives a provider's account a second way in, so that the provider can be removed", async () => {
  const email = newEmail();
  const { browser, user } = await fixture.signInWith("keycloak", fixture.addPerson("keycloak", { email }));
  const [only] = user?.identities ?? [];
  if (!only) throw new Error("No identity");
  expect((await browser.auth.unlinkIdentity(only)).error?.code).toBe("single_identity_not_deletable");
  expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await browser.auth.unlinkIdentity(only)).error).toBeNull();
  await signIn(fixture, email);
});

test("linking needs fresh proof, the second factor and PKCE; an identity belongs to one account", async () => {
  const { email } = await createPerson(fixture);
  const browser = fixture.browser({ flowType: "pkce" });
  await browser.auth.signInWithPassword({ email, password: PASSWORD });
  const taken = fixture.addPerson("github", { email: newEmail() });
  await fixture.signInWith("github", taken);
  expect(await fixture.linkWith(browser, "github", taken)).toBe("identity_already_exists");
  const implicit = await signIn(fixture, email);
  expect((await implicit.auth.linkIdentity({ provider: "github" })).error?.message).toMatch(/requires PKCE/);
  await fixture.sql`
    update auth.sessions set created_at = created_at - interval '2 days'
    where user_id = (select id from auth.users where email = ${email})`;
  expect((await browser.auth.linkIdentity({ provider: "github" })).error?.code).toBe("reauthentication_needed");
});

test("the refusal of a person at the provider leads back, without the provider's text", async () => {
  const { at } = await fixture.start("keycloak", { redirectTo: `${SITE}/auth?provider=keycloak` });
  const back = await fixture.callback(await signInAtProvider(at, "", CALLBACK));
  expect(back.searchParams.get("error")).toBe("access_denied");
  expect(back.searchParams.get("provider")).toBe("keycloak");
  expect(back.href).not.toContain("No%3C");
});

test("the implicit flow returns the session in the fragment, and tokens of the provider only if asked for", async () => {
  const person = fixture.addPerson("github", { email: newEmail() });
  const fragmentOf = async (query: string) => {
    const begun = await fixture.send(`/authorize?provider=github&redirect_to=${SITE}/x${query}`);
    const back = await fixture.callback(await signInAtProvider(begun.headers.get("location") ?? "", person, CALLBACK));
    return new URLSearchParams(back.hash.slice(1));
  };
  const plain = await fragmentOf("");
  expect(plain.get("access_token")).toBeTruthy();
  expect(plain.has("provider_token")).toBe(false);
  expect((await fragmentOf("&scopes=repo")).get("provider_token")).toMatch(/^gho_/);
  const [stored] = await fixture.sql`select count(*)::int from auth.flow_state where provider_access_token is not null`;
  expect(stored?.count).toBe(0);
});

test("a banned person and a closed sign-up are told so, and an unreachable provider too", async () => {
  const person = fixture.addPerson("keycloak", { email: newEmail() });
  const { user } = await fixture.signInWith("keycloak", person);
  await fixture.service.auth.admin.updateUserById(user?.id ?? "", { ban_duration: "24h" });
  expect((await fixture.signInWith("keycloak", person)).error).toBe("user_banned");
  const gone = { ...fixture.issuer.config, id: "gone", issuer: "http://localhost:1" };
  const closed = await createAuthFixture({ settings: { signUps: false, providers: [fixture.github.config, gone] } });
  const begun = await closed.send("/authorize?provider=github");
  const back = await signInAtProvider(
    begun.headers.get("location") ?? "",
    fixture.addPerson("github", { email: newEmail() }),
    CALLBACK,
  );
  const refused = await closed.send(back.pathname.replace("/auth/v1", "") + back.search);
  expect(new URL(refused.headers.get("location") ?? "").searchParams.get("error_code")).toBe("signup_disabled");
  const unreachable = await closed.send("/authorize?provider=gone");
  expect(new URL(unreachable.headers.get("location") ?? "").searchParams.get("error")).toBe("temporarily_unavailable");
  // close() would reject if the log had an error: a provider's outage is a warning.
  await closed.close();
});

async function copySession(from: SupabaseClient, to: SupabaseClient): Promise<void> {
  const { data } = await from.auth.getSession();
  if (!data.session) throw new Error("Not signed in");
  await to.auth.setSession(data.session);
}
