import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthFixture, newEmail, PASSWORD, SITE, type AuthFixture } from "../../fixtures/auth.ts";

const THEIRS = "chosen by an attacker";
/** A browser that is no PKCE client, or is not the one that signed up, proves nothing. */
const UNPROVEN = { session: { needs_password: true } };

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

describe("the password of a sign-up", () => {
  test("is the account's once the browser that signed up confirms the link", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    const { tokenHash } = fixture.mailTo(email);
    const { data } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: verifier });
    expect(data.session).not.toHaveProperty("needs_password");
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();
  });

  test("is the account's once the browser that signed up types the code, with one verifier among several", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    const verifiers = ["x".repeat(56), verifier, "é".repeat(43)];
    await verify({ email, token: fixture.mailTo(email).code, type: "email", code_verifier: verifiers });
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();
  });

  test("is nobody's where another browser confirms, which is led to choosing one", async () => {
    for (const flowType of ["pkce", "implicit"] as const) {
      const { email } = await signUp(PASSWORD, { flowType });
      const { tokenHash } = fixture.mailTo(email);
      const { data, browser } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: "x".repeat(56) });
      expect(data).toMatchObject(UNPROVEN);
      expect(await codeOfSignIn(email, PASSWORD)).toBe("invalid_credentials");
      expect((await browser.auth.updateUser({ password: "chosen afterwards" })).error).toBeNull();
      expect(fixture.mailTo(email).mail.kind, "nothing was changed that the owner should be told of").toBe(
        "auth-signup",
      );
      expect(await codeOfSignIn(email, "chosen afterwards")).toBeUndefined();
    }
  });

  test("is not replaced by a later sign-up of somebody else, whose mail the owner confirms", async () => {
    const { email, verifier } = await signUp(PASSWORD, { data: { name: "Ada" } });
    fixture.advance(61_000);
    await signUp(THEIRS, { email, data: { name: "Mallory" } });
    const { tokenHash } = fixture.mailTo(email);
    const { data } = await verify({ token_hash: tokenHash, type: "signup", code_verifier: verifier });
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", email, email_verified: true });
    expect(await codeOfSignIn(email, THEIRS)).toBe("invalid_credentials");
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();
  });

  test("of an attacker opens nothing, however the owner shows that the mailbox is theirs", async () => {
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
      const { email } = await signUp(THEIRS);
      expect((await confirm(email)).data, way).toMatchObject(UNPROVEN);
      expect(await codeOfSignIn(email, THEIRS), way).toBe("invalid_credentials");
    }
  });

  test("of an attacker is not brought back by signing up after the owner has confirmed", async () => {
    const { email, verifier } = await signUp(PASSWORD);
    await verify({ token_hash: fixture.mailTo(email).tokenHash, type: "signup", code_verifier: verifier });
    fixture.advance(61_000);
    const attack = await signUp(THEIRS, { email });
    await fixture.browser().auth.resetPasswordForEmail(email);
    const { tokenHash } = fixture.mailTo(email);
    await verify({ token_hash: tokenHash, type: "recovery", code_verifier: attack.verifier });
    expect(await codeOfSignIn(email, THEIRS)).toBe("invalid_credentials");
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();
    expect(
      await fixture.sql`select s.id from auth.pending_sign_ups s join auth.users u on u.id = s.user_id
      where u.email = ${email}`,
    ).toEqual([]);
  });
});

describe("a link that is opened as an address of auth/v1", () => {
  test("gives the password of a sign-up with the code that its browser exchanges", async () => {
    const { email, browser } = await signUp(PASSWORD);
    const code = await openLink(email);
    expect(await codeOfSignIn(email, PASSWORD), "the mailbox is shown, the browser is not").toBe("invalid_credentials");
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();
  });

  test("gives no password to a browser that has not signed up", async () => {
    const { email } = await signUp(THEIRS);
    const code = await openLink(email);
    const body = JSON.stringify({ auth_code: code, code_verifier: "x".repeat(56) });
    expect((await fixture.send("/token?grant_type=pkce", { method: "POST", body })).status).toBe(400);
    expect(await codeOfSignIn(email, THEIRS)).toBe("invalid_credentials");
  });

  test("gives no password without PKCE", async () => {
    const { email } = await signUp(THEIRS, { flowType: "implicit" });
    const opened = await fixture.send(`/verify?token=${fixture.mailTo(email).tokenHash}&type=signup`);
    expect(opened.headers.get("location")).toContain("#access_token=");
    expect(await codeOfSignIn(email, THEIRS)).toBe("invalid_credentials");
  });
});

describe("a password set through the admin API", () => {
  test("stays when the address is confirmed", async () => {
    for (const type of ["signup", "recovery"] as const) {
      const email = newEmail();
      await fixture.service.auth.admin.createUser({ email, password: PASSWORD });
      if (type === "signup") await fixture.browser().auth.resend({ type, email });
      else await fixture.browser().auth.resetPasswordForEmail(email);
      const { data } = await verify({ token_hash: fixture.mailTo(email).tokenHash, type });
      expect(data.session).not.toHaveProperty("needs_password");
      expect(await codeOfSignIn(email, PASSWORD), type).toBeUndefined();
    }
  });

  test("is not given up to a sign-up, before or after it", async () => {
    const { email, verifier } = await signUp(THEIRS);
    const link = await fixture.service.auth.admin.generateLink({ type: "signup", email, password: PASSWORD });
    await signUpAgain(email);
    const token_hash = link.data.properties?.hashed_token ?? "";
    expect((await verify({ token_hash, type: "signup", code_verifier: verifier })).data.user?.id).toBe(
      link.data.user?.id,
    );
    expect(await codeOfSignIn(email, THEIRS)).toBe("invalid_credentials");
    expect(await codeOfSignIn(email, PASSWORD)).toBeUndefined();

    const created = await signUp(THEIRS);
    const [row] = await fixture.sql<{ id: string }[]>`select id from auth.users where email = ${created.email}`;
    await fixture.service.auth.admin.updateUserById(row?.id ?? "", { password: PASSWORD, email_confirm: true });
    expect(await codeOfSignIn(created.email, THEIRS)).toBe("invalid_credentials");
    expect(await codeOfSignIn(created.email, PASSWORD)).toBeUndefined();
  });
});

test("a sign-up does not remove an account that waits with a role", async () => {
  const { data } = await fixture.service.auth.admin.createUser({ email: newEmail() });
  const { id = "", email = "" } = data.user ?? {};
  await fixture.sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  await signUp(THEIRS, { email });
  expect(fixture.mailTo(email).mail.kind).toBe("auth-account-exists");
  expect(await fixture.sql`select role from public.user_roles where user_id = ${id}`).toEqual([{ role: "admin" }]);
});

type SignUp = { email?: string; flowType?: "pkce" | "implicit"; data?: object };

/** The verifier is what auth-js would keep in the browser's storage. */
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

async function codeOfSignIn(email: string, password: string): Promise<string | undefined> {
  return (await fixture.browser().auth.signInWithPassword({ email, password })).error?.code;
}
