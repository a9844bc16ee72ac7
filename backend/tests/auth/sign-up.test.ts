import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthFixture, newEmail, PASSWORD, SITE, type AuthFixture } from "../../../tests/fixtures/auth/auth.ts";

const ATTACKER_PASSWORD = "chosen by an attacker";
/** The result for a browser without the code verifier of the sign-up. */
const UNPROVEN = { session: { needs_password: true } };

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

describe("the password of a sign-up", () => {
  test("becomes valid when the browser that signed up confirms the link", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    const { tokenHash } = fixture.mailTo(email);
    const { data } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: verifier });
    expect(data.session).not.toHaveProperty("needs_password");
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();
  });

  test("becomes valid when the browser that signed up sends the code, with one matching verifier of several", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    const verifiers = ["x".repeat(56), verifier, "é".repeat(43)];
    await verify({ email, token: fixture.mailTo(email).code, type: "email", code_verifier: verifiers });
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();
  });

  test("is dropped when another browser confirms, which then has to choose one", async () => {
    for (const flowType of ["pkce", "implicit"] as const) {
      const { email } = await signUp(PASSWORD, { flowType });
      const { tokenHash } = fixture.mailTo(email);
      const { data, browser } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: "x".repeat(56) });
      expect(data).toMatchObject(UNPROVEN);
      expect(await signInErrorCode(email, PASSWORD)).toBe("invalid_credentials");
      expect((await browser.auth.updateUser({ password: "chosen afterwards" })).error).toBeNull();
      expect(fixture.mailTo(email).mail.kind, "choosing the first password sends no notice").toBe("auth-signup");
      expect(await signInErrorCode(email, "chosen afterwards")).toBeUndefined();
    }
  });

  test("is not replaced by a later sign-up of an attacker whose mail the owner confirms", async () => {
    const { email, verifier } = await signUp(PASSWORD, { data: { name: "Ada" } });
    fixture.advance(61_000);
    await signUp(ATTACKER_PASSWORD, { email, data: { name: "Mallory" } });
    const { tokenHash } = fixture.mailTo(email);
    const { data } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: verifier });
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", email, email_verified: true });
    expect(await signInErrorCode(email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();
  });

  test("of an attacker never becomes valid, however the owner confirms the address", async () => {
    const ways = {
      confirmation: (email: string) => verify({ token_hash: fixture.mailTo(email).tokenHash, type: "signup" }),
      resent: async (email: string) => {
        fixture.advance(61_000);
        await fixture.browser().auth.resend({ type: "signup", email });
        return verify({ token_hash: fixture.mailTo(email).tokenHash, type: "signup" });
      },
      magicLink: async (email: string) => {
        await fixture.browser().auth.signInWithOtp({ email });
        return verify({ email, token: fixture.mailTo(email).code, type: "email" });
      },
      recovery: async (email: string) => {
        await fixture.browser().auth.resetPasswordForEmail(email);
        return verify({ token_hash: fixture.mailTo(email).tokenHash, type: "recovery" });
      },
      invitation: async (email: string) => {
        await fixture.service.auth.admin.inviteUserByEmail(email);
        return verify({ token_hash: fixture.mailTo(email).tokenHash, type: "invite" });
      },
    };
    for (const [way, confirm] of Object.entries(ways)) {
      const { email } = await signUp(ATTACKER_PASSWORD);
      expect((await confirm(email)).data, way).toMatchObject(UNPROVEN);
      expect(await signInErrorCode(email, ATTACKER_PASSWORD), way).toBe("invalid_credentials");
    }
  });

  test("of an attacker does not become valid by signing up after the owner has confirmed", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    await verify({ token_hash: fixture.mailTo(email).tokenHash, type: "signup", code_verifier: verifier });
    fixture.advance(61_000);
    const attack = await signUp(ATTACKER_PASSWORD, { email });
    await fixture.browser().auth.resetPasswordForEmail(email);
    const { tokenHash } = fixture.mailTo(email);
    await verify({ token_hash: tokenHash, type: "recovery", code_verifier: attack.verifier });
    expect(await signInErrorCode(email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();
    expect(
      await fixture.sql`select s.id from auth.pending_sign_ups s join auth.users u on u.id = s.user_id
      where u.email = ${email}`,
    ).toEqual([]);
  });
});

describe("a link opened at /auth/v1/verify", () => {
  test("makes the password valid when the browser that signed up exchanges the code", async () => {
    const { email, browser } = await signUp(PASSWORD);
    const code = await openLink(email);
    expect(await signInErrorCode(email, PASSWORD), "the link alone proves the mailbox, not the browser").toBe(
      "invalid_credentials",
    );
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();
  });

  test("does not make the password valid in another browser", async () => {
    const { email } = await signUp(ATTACKER_PASSWORD);
    const code = await openLink(email);
    const body = JSON.stringify({ auth_code: code, code_verifier: "x".repeat(56) });
    expect((await fixture.send("/token?grant_type=pkce", { method: "POST", body })).status).toBe(400);
    expect(await signInErrorCode(email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
  });

  test("does not make the password valid without PKCE", async () => {
    const { email } = await signUp(ATTACKER_PASSWORD, { flowType: "implicit" });
    const opened = await fixture.send(`/verify?token=${fixture.mailTo(email).tokenHash}&type=signup`);
    expect(opened.headers.get("location")).toContain("#access_token=");
    expect(await signInErrorCode(email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
  });
});

describe("a password set through the admin API", () => {
  test("is kept when the address is confirmed", async () => {
    for (const type of ["signup", "recovery"] as const) {
      const email = newEmail();
      await fixture.service.auth.admin.createUser({ email, password: PASSWORD });
      if (type === "signup") await fixture.browser().auth.resend({ type, email });
      else await fixture.browser().auth.resetPasswordForEmail(email);
      const { data } = await verify({ token_hash: fixture.mailTo(email).tokenHash, type });
      expect(data.session).not.toHaveProperty("needs_password");
      expect(await signInErrorCode(email, PASSWORD), type).toBeUndefined();
    }
  });

  test("is not replaced by a sign-up, before or after it", async () => {
    const { email, verifier } = await signUp(ATTACKER_PASSWORD);
    const link = await fixture.service.auth.admin.generateLink({ type: "signup", email, password: PASSWORD });
    await signUpAgain(email);
    const token_hash = link.data.properties?.hashed_token ?? "";
    expect((await verify({ token_hash, type: "signup", code_verifier: verifier })).data.user?.id).toBe(
      link.data.user?.id,
    );
    expect(await signInErrorCode(email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
    expect(await signInErrorCode(email, PASSWORD)).toBeUndefined();

    const created = await signUp(ATTACKER_PASSWORD);
    const [row] = await fixture.sql<{ id: string }[]>`select id from auth.users where email = ${created.email}`;
    await fixture.service.auth.admin.updateUserById(row?.id ?? "", { password: PASSWORD, email_confirm: true });
    expect(await signInErrorCode(created.email, ATTACKER_PASSWORD)).toBe("invalid_credentials");
    expect(await signInErrorCode(created.email, PASSWORD)).toBeUndefined();
  });
});

test("a sign-up does not replace an unconfirmed account with a role", async () => {
  const { data } = await fixture.service.auth.admin.createUser({ email: newEmail() });
  const { id = "", email = "" } = data.user ?? {};
  await fixture.sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  await signUp(ATTACKER_PASSWORD, { email });
  expect(fixture.mailTo(email).mail.kind).toBe("auth-account-exists");
  expect(await fixture.sql`select role from public.user_roles where user_id = ${id}`).toEqual([{ role: "admin" }]);
});

type SignUp = { email?: string; flowType?: "pkce" | "implicit"; data?: object };

/** Reads the code verifier that auth-js puts into the storage of the browser. */
async function signUp(password: string, { email = newEmail(), flowType = "pkce", data = {} }: SignUp = {}) {
  const items = new Map<string, string>();
  const browser = fixture.browser({ flowType, items });
  const { error } = await browser.auth.signUp({ email, password, options: { data } });
  if (error) throw error;
  const [, stored = '""'] = [...items].find(([key]) => key.endsWith("auth-token-code-verifier")) ?? [];
  return { email, browser, verifier: JSON.parse(stored) as string };
}

async function signUpAgain(email: string): Promise<void> {
  fixture.advance(61_000);
  await signUp("of yet another attacker", { email });
}

type Verification = Parameters<SupabaseClient["auth"]["verifyOtp"]>[0] & { code_verifier?: string | string[] };

async function verify(verification: Verification) {
  const browser = fixture.browser();
  const { data, error } = await browser.auth.verifyOtp(verification);
  if (error) throw error;
  return { data, browser };
}

async function openLink(email: string): Promise<string> {
  const { tokenHash } = fixture.mailTo(email);
  const opened = await fixture.send(`/verify?token=${tokenHash}&type=signup&redirect_to=${SITE}/account`);
  return new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function signInErrorCode(email: string, password: string): Promise<string | undefined> {
  return (await fixture.browser().auth.signInWithPassword({ email, password })).error?.code;
}
