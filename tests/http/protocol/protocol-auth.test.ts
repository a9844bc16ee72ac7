import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../../fixtures/network/http.ts";
import { PASSWORD, type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

let site: ProtocolSite;
beforeAll(async () => {
  site = await startProtocolSite();
});
afterAll(() => site.stop());

describe("signing up and in", () => {
  test("signUp, refused sign-in before confirmation, verifyOtp by the mailed link, updateUser, signInWithPassword", async () => {
    const person = { email: "new@people.example", password: PASSWORD };
    const { auth } = site.browser();
    const { data, error } = await auth.signUp({ ...person, options: { data: { name: "Nell" } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, identities: [{ provider: "email" }] });
    expect((await auth.signInWithPassword(person)).error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
    const { link, tokenHash, subject } = await site.mailbox.read(person.email);
    expect(subject).toContain("Confirm your address");
    expect(link.href).toBe(`${site.url}/auth?token_hash=${tokenHash}&type=signup`);
    const verified = await auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
    expect(verified.data.user?.user_metadata).toMatchObject({ name: "Nell" });
    expect((await auth.verifyOtp({ token_hash: tokenHash, type: "signup" })).error?.code).toBe("otp_expired");
    expect((await auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await site.browser().auth.signInWithPassword(person)).data.session?.token_type).toBe("bearer");
  });

  test.each([
    ["a wrong password", { email: "ada@plumbline.example", password: "wrong-one" }, 400, "invalid_credentials"],
    ["an unknown address", { email: "nobody@people.example", password: PASSWORD }, 400, "invalid_credentials"],
    ["no password", { email: "ada@plumbline.example", password: "" }, 400, "validation_failed"],
  ])("signInWithPassword with %s is refused", async (_, credentials, status, code) => {
    expect((await site.browser().auth.signInWithPassword(credentials)).error).toMatchObject({ status, code });
  });

  test("signUp with a weak password says why", async () => {
    const { error } = await site.browser().auth.signUp({ email: "weak@people.example", password: "short" });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: ["length"] });
  });

  test("resend has to wait a minute", async () => {
    const { auth } = site.browser();
    const email = "again@people.example";
    await auth.signUp({ email, password: PASSWORD });
    const resent = await auth.resend({ type: "signup", email });
    expect(resent.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    await site.sql`update auth.rate_limits set window_start = window_start - interval '61 seconds'`;
    const first = await site.mailbox.read(email);
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    const second = await site.mailbox.read(email);
    expect((await auth.verifyOtp({ token_hash: first.tokenHash, type: "signup" })).error?.code).toBe("otp_expired");
    expect((await auth.verifyOtp({ token_hash: second.tokenHash, type: "signup" })).error).toBeNull();
  });

  test("signInWithOtp and verifyOtp by the code; a wrong code is refused", async () => {
    const { email } = await site.person("otp");
    const { auth } = site.browser();
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await site.mailbox.read(email);
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await auth.verifyOtp({ email, token: wrong, type: "email" })).error).toMatchObject({
      status: 403,
      code: "otp_expired",
    });
    expect((await auth.verifyOtp({ email, token: code, type: "email" })).data.user?.email).toBe(email);
  });

  test("signInWithOtp under PKCE and exchangeCodeForSession; another browser cannot exchange", async () => {
    const { email } = await site.person("pkce");
    const { auth } = site.browser("pkce");
    await auth.signInWithOtp({ email, options: { emailRedirectTo: `${site.url}/account` } });
    const { tokenHash, link } = await site.mailbox.read(email);
    expect(link.searchParams.get("next")).toBe("/account");
    const query = new URLSearchParams({ token: tokenHash, type: "magiclink", redirect_to: `${site.url}/account` });
    const opened = await get(site.url, `/auth/v1/verify?${query}`);
    const back = new URL(String(opened.headers.location));
    expect(back.origin + back.pathname).toBe(`${site.url}/account`);
    const code = back.searchParams.get("code") ?? "";
    expect((await site.browser("pkce").auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await auth.exchangeCodeForSession(code)).data.session?.user.email).toBe(email);
    expect((await auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  test.each<[string, (client: SupabaseClient) => Promise<{ error: unknown }>, number]>([
    ["signInWithIdToken", ({ auth }) => auth.signInWithIdToken({ provider: "google", token: "x" }), 400],
    ["signInWithSSO", ({ auth }) => auth.signInWithSSO({ domain: "people.example" }), 404],
    ["signInAnonymously", ({ auth }) => auth.signInAnonymously(), 422],
    ["signInWithOtp by phone", ({ auth }) => auth.signInWithOtp({ phone: "+15550100" }), 400],
    ["signUp by phone", ({ auth }) => auth.signUp({ phone: "+15550100", password: PASSWORD }), 400],
  ])("%s is refused as unsupported", async (_, call, status) => {
    expect((await call(site.browser())).error).toMatchObject({ status, message: expect.stringMatching(/\w+ \w+/) });
  });

  test("signInWithOAuth is refused", async () => {
    const { auth } = site.browser();
    const { data } = await auth.signInWithOAuth({ provider: "github", options: { skipBrowserRedirect: true } });
    const { pathname, search } = new URL(data.url ?? "");
    const reply = await get(site.url, pathname + search);
    expect(reply.status).toBe(400);
    expect(reply.body.toString()).toContain("not enabled");
  });
});

describe("a session", () => {
  test("getUser and getClaims with the public keys; forged tokens are refused", async () => {
    const { id, email, client } = await site.person("claims");
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email });
    const { data } = await client.auth.getClaims();
    expect(data?.claims).toMatchObject({ sub: id, role: "authenticated", iss: `${site.url}/auth/v1`, aal: "aal1" });
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const [head, , signature] = token.split(".");
    const payload = Buffer.from(JSON.stringify({ ...data?.claims, sub: crypto.randomUUID() })).toString("base64url");
    const forged = `${head}.${payload}.${signature}`;
    expect((await site.browser().auth.getClaims(forged)).error?.message).toContain("Invalid JWT signature");
    expect((await site.browser().auth.getUser(forged)).error).toMatchObject({ status: 403, code: "bad_jwt" });
  });

  test("refreshSession gives new tokens; an invented one is refused", async () => {
    const { client } = await site.person("refresh");
    const before = (await client.auth.getSession()).data.session;
    const { data } = await client.auth.refreshSession();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    const refused = await site.browser().auth.refreshSession({ refresh_token: "invented" });
    expect(refused.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  });

  test.each([
    ["local", { own: false, other: true }],
    ["others", { own: true, other: false }],
    ["global", { own: false, other: false }],
  ] as const)("signOut with scope %s", async (scope, expected) => {
    const { email, client } = await site.person("leaving");
    const other = site.browser();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    const lives = {
      own: !(await site.browser().auth.getUser(token)).error,
      other: !(await other.auth.getUser()).error,
    };
    expect(lives).toEqual(expected);
  });
});

describe("changing an account", () => {
  test("resetPasswordForEmail, the mailed link, updateUser; a weak and the same password are refused", async () => {
    const { email, client: elsewhere } = await site.person("forgetful");
    const { auth } = site.browser();
    const redirectTo = `${site.url}/account`;
    expect((await auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const { link, tokenHash } = await site.mailbox.read(email);
    expect(link.href).toBe(`${site.url}/auth?token_hash=${tokenHash}&type=recovery&next=%2Faccount`);
    expect((await auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error).toBeNull();
    expect((await auth.updateUser({ password: "short" })).error).toMatchObject({ code: "weak_password" });
    expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({ code: "same_password" });
    expect((await auth.updateUser({ password: "quite-another-9" })).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error, "other sessions end").not.toBeNull();
    const signIn = (password: string) => site.browser().auth.signInWithPassword({ email, password });
    expect((await signIn(PASSWORD)).error?.code).toBe("invalid_credentials");
    expect((await signIn("quite-another-9")).error).toBeNull();
    expect((await site.mailbox.read(email)).subject).toContain("was changed");
  });

  test("an old session changes the password only with the mailed nonce of reauthenticate", async () => {
    const { id, email, client } = await site.person("old");
    await site.sql`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`;
    const change = (nonce?: string) => client.auth.updateUser({ password: "quite-another-9", ...(nonce && { nonce }) });
    expect((await change()).error?.code).toBe("reauthentication_needed");
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code } = await site.mailbox.read(email);
    expect((await change(code === "000000" ? "000001" : "000000")).error?.code).toBe("reauthentication_not_valid");
    expect((await change(code)).error).toBeNull();
  });

  test("updateUser with a new address needs both addresses' consent", async () => {
    const { email, client } = await site.person("moving");
    const next = `moved.${email}`;
    expect((await client.auth.updateUser({ email: next, data: { name: "Mo" } })).error).toBeNull();
    const [old, fresh] = [await site.mailbox.read(email), await site.mailbox.read(next)];
    const { auth } = site.browser();
    await auth.verifyOtp({ token_hash: old.tokenHash, type: "email_change" });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: next });
    expect((await auth.verifyOtp({ token_hash: fresh.tokenHash, type: "email_change" })).error).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: next, user_metadata: { name: "Mo" } });
  });

  test("mfa: enroll, challenge, verify to aal2, the next sign-in at aal1, unenroll", async () => {
    const { email, client } = await site.person("careful");
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
    const factorId = factor?.id ?? "";
    expect(factor?.totp.qr_code).toContain("<svg");
    const totp = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? "") });
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: "000000" });
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })).error).toBeNull();
    expect((await client.auth.getClaims()).data?.claims.aal).toBe("aal2");

    const next = site.browser();
    await next.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await next.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: "insufficient_aal" });
    // The code of now was used already; a clock may be half a minute ahead.
    const { data: challenge } = await next.auth.mfa.challenge({ factorId });
    const ahead = totp.generate({ timestamp: Date.now() + 30_000 });
    const verified = await next.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? "", code: ahead });
    expect(verified.error).toBeNull();
    expect((await next.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await next.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  test("recovery codes, sessions and leaving go over rpc", async () => {
    const { id, email, client } = await site.person("complete");
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
    const totp = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? "") });
    expect((await client.rpc("create_recovery_codes")).error?.code).toBe("42501");
    await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code: totp.generate() });
    const { data: codes } = await client.rpc("create_recovery_codes");
    expect(codes).toHaveLength(10);
    const next = site.browser();
    await next.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await next.rpc("has_own_proof")).data).toBe(false);
    expect((await next.rpc("my_sessions")).data).toMatchObject([{ is_current: true, aal: "aal1" }]);
    expect((await next.rpc("use_recovery_code", { code: "no" })).data).toBe("wrong");
    expect((await next.rpc("use_recovery_code", { code: codes[3] })).data).toBe("used");
    expect((await next.rpc("has_own_proof")).data).toBe(true);
    expect((await next.rpc("my_sessions")).data).toMatchObject([{ is_current: true, aal: "aal1" }, { aal: "aal2" }]);
    expect((await next.rpc("delete_my_account")).error).toBeNull();
    expect((await site.service.auth.admin.getUserById(id)).error?.status).toBe(404);
  });
});

describe("auth.admin", () => {
  const admin = () => site.service.auth.admin;

  test("createUser, getUserById, updateUserById, listUsers, deleteUser", async () => {
    const email = "made@people.example";
    const { data } = await admin().createUser({ email, password: PASSWORD, user_metadata: { name: "M" } });
    const id = data.user?.id ?? "";
    expect((await admin().createUser({ email, password: PASSWORD })).error?.code).toBe("email_exists");
    expect((await admin().getUserById(id)).data.user?.user_metadata).toMatchObject({ name: "M" });
    expect((await admin().updateUserById(id, { email_confirm: true })).data.user?.email_confirmed_at).toBeTruthy();
    expect((await admin().listUsers({ perPage: 1_000 })).data.users.map((user) => user.email)).toContain(email);
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  test("generateLink and inviteUserByEmail lead to the screen that verifies", async () => {
    const { email } = await site.person("linked");
    const { data } = await admin().generateLink({ type: "magiclink", email });
    const link = new URL(data.properties?.action_link ?? "");
    expect(link.origin + link.pathname).toBe(`${site.url}/auth`);
    const { hashed_token: token = "", verification_type: type } = data.properties ?? {};
    expect(Object.fromEntries(link.searchParams)).toEqual({ type: "magiclink", token_hash: token });
    expect(type).toBe("magiclink");
    const opened = await get(site.url, `/auth/v1/verify?token=${token}&type=magiclink`);
    expect(opened.status).toBe(303);
    expect(String(opened.headers.location)).toContain("#access_token=");

    expect((await admin().inviteUserByEmail("guest@people.example")).error).toBeNull();
    const { tokenHash, link: screen } = await site.mailbox.read("guest@people.example");
    expect(screen.pathname).toBe("/auth");
    const guest = await site.browser().auth.verifyOtp({ token_hash: tokenHash, type: "invite" });
    expect(guest.data.user?.email).toBe("guest@people.example");
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("the last administrator cannot be deleted, and only the service key may use auth.admin", async () => {
    const ada = await site.admin();
    const { data } = await ada.auth.getUser();
    expect((await admin().deleteUser(data.user?.id ?? "")).error).toMatchObject({
      status: 422,
      message: "The last administrator cannot be removed.",
    });
    expect((await ada.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: "not_admin" });
    expect((await site.browser().auth.admin.listUsers()).error).toMatchObject({ status: 403, code: "not_admin" });
  });
});

test("the log contains requests but never the text of mails", async () => {
  await site.browser().auth.signInWithPassword({ email: "logged@people.example", password: "wrong-one" });
  await expect
    .poll(() => site.log.some((line) => line.includes("/auth/v1/token") && line.includes('"status":400')))
    .toBe(true);
  expect(site.log.join("\n")).not.toMatch(/token_hash|people\.example/);
});
