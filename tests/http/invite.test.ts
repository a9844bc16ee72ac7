import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { type Mailbox, openMailbox } from "../fixtures/mail/mailbox.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
const options = { auth: { persistSession: false, autoRefreshToken: false } };
let mailbox: Mailbox;
let own: Awaited<ReturnType<typeof spawnSite>>;
let remote: Awaited<ReturnType<typeof spawnSite>>;
let keys: { anonKey: string; serviceRoleKey: string };

beforeAll(async () => {
  mailbox = await openMailbox();
  own = await spawnSite({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SMTP_URL: mailbox.url });
  keys = await own.readKeys();
  remote = await spawnSite({
    SUPABASE_URL: own.url,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
});
afterAll(async () => {
  await remote.stop();
  await own.stop();
  await mailbox.close();
});

describe.each(["own", "remote"] as const)("an invitation through a site whose backend is its %s", (which) => {
  const site = () => (which === "own" ? own : remote);

  test("sends a mail whose link opens the account with its role", async () => {
    const email = `${which}.writer@people.example`;
    const answer = await invite(site().url, await signIn(ADMIN), { email: ` ${email.toUpperCase()}`, role: "admin" });
    expect(answer).toEqual({
      status: 200,
      body: { invited: true, message: `An invitation is on its way to ${email}.` },
    });
    const { link, tokenHash, text } = await mailbox.read(email);
    if (which === "own") expect(text).toContain(`${ADMIN.email} invites you to Plumbline as an administrator.`);
    expect(link.href).toBe(`${own.url}/auth?token_hash=${tokenHash}&type=invite`);
    const invited = createClient(own.url, keys.anonKey, options);
    expect((await invited.auth.verifyOtp({ token_hash: tokenHash, type: "invite" })).error).toBeNull();
    expect((await invited.rpc("is_admin")).data).toBe(true);
    await invited.auth.updateUser({ password: "chosen-by-writer" });
    await signIn({ email, password: "chosen-by-writer" });
    const { data } = await createClient(own.url, keys.serviceRoleKey, options)
      .from("mail_outbox")
      .select("kind")
      .eq("recipient", email);
    const kinds = data?.map(({ kind }) => kind);
    expect(kinds).toContain("auth-invite");
    expect(kinds, "choosing the first password is no change of it").not.toContain("auth-password-changed");
  });

  test("offers the role to an existing account by a link that only its owner can accept, and revokes none", async () => {
    const person = { email: `${which}.known@people.example`, password: "correct-horse-9" };
    const service = createClient(own.url, keys.serviceRoleKey, options);
    await service.auth.admin.createUser({ ...person, email_confirm: true });
    const ada = await signIn(ADMIN);
    const offered = `${person.email} has an account already. We have mailed a link to accept the administrator role, which works for seven days.`;
    expect(await invite(site().url, ada, { email: person.email, role: "admin" })).toEqual({
      status: 200,
      body: { invited: false, message: offered },
    });
    const client = await signIn(person);
    expect((await client.rpc("is_admin")).data, "a session alone is no proof of the mailbox").toBe(false);
    const { link } = await mailbox.read(person.email);
    expect(`${link.origin}${link.pathname}`).toBe(`${site().url}/auth`);
    const token = link.searchParams.get("offer");
    expect((await client.rpc("accept_role", { token: "guessed" })).data).toBeNull();
    expect((await client.rpc("accept_role", { token })).data).toBe("admin");
    expect((await client.rpc("is_admin")).data).toBe(true);

    for (const role of ["user", "admin"]) {
      expect((await invite(site().url, ada, { email: person.email, role })).body).toMatchObject({
        invited: false,
        message: expect.stringContaining("Nothing was changed."),
      });
    }
    expect((await client.rpc("is_admin")).data).toBe(true);
    const { data } = await service.from("mail_outbox").select("kind").eq("recipient", person.email);
    expect(data).toEqual([{ kind: "role-offer" }]);
  });

  test("invalidates the password of an unconfirmed sign-up", async () => {
    const email = `${which}.squatted@people.example`;
    const squatter = { email, password: "of a squatter 1" };
    await createClient(own.url, keys.anonKey, options).auth.signUp(squatter);
    await mailbox.read(email);
    await invite(site().url, await signIn(ADMIN), { email, role: "admin" });
    const { tokenHash } = await mailbox.read(email);
    const invited = createClient(own.url, keys.anonKey, options);
    await invited.auth.verifyOtp({ token_hash: tokenHash, type: "invite" });
    await expect(signIn(squatter)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test("is refused to non-admins and with invalid input", async () => {
    const user = { email: `${which}.user@people.example`, password: "correct-horse-9" };
    const service = createClient(own.url, keys.serviceRoleKey, options);
    await service.auth.admin.createUser({ ...user, email_confirm: true });
    const sensible = { email: "new@people.example", role: "admin" };
    const ada = await signIn(ADMIN);
    const statuses = {
      nobody: (await invite(site().url, undefined, sensible)).status,
      aForgery: (await invite(site().url, "abc.def.ghi", sensible)).status,
      theAnonKey: (await invite(site().url, keys.anonKey, sensible)).status,
      aUser: (await invite(site().url, await signIn(user), sensible)).status,
      noAddress: (await invite(site().url, ada, { email: "nobody", role: "user" })).status,
      noRole: (await invite(site().url, ada, { email: "new@people.example", role: "owner" })).status,
      noJson: (await invite(site().url, ada, "email=new@people.example")).status,
      readOnly: (await get(site().url, "/newsroom/invite", {}, "PUT")).status,
    };
    expect(statuses).toEqual({
      nobody: 401,
      aForgery: 401,
      theAnonKey: 401,
      aUser: 403,
      noAddress: 400,
      noRole: 400,
      noJson: 400,
      readOnly: 405,
    });
    expect(mailbox.recipients).not.toContain("new@people.example");
  });
});

test("an invitation gives at most what its sender has, is named, and is sent again", async () => {
  const service = createClient(own.url, keys.serviceRoleKey, options);
  const limited = { email: "limited@people.example", password: "correct-horse-9" };
  const { data } = await service.auth.admin.createUser({ ...limited, email_confirm: true });
  const user_id = data.user?.id;
  await service.from("user_roles").insert({ user_id, role: "admin" });
  await service.from("admin_limits").update({ can_messages: false }).eq("user_id", user_id);
  const sender = await signIn(limited);
  const email = "given@people.example";
  for (const chosen of [{}, { messages: true, people: false }]) {
    const sent = await invite(own.url, sender, { email, role: "admin", ...chosen });
    expect(sent.body).toMatchObject({ invited: true });
    expect((await mailbox.read(email)).text).toContain(
      `${limited.email} invites you to Plumbline as an administrator.`,
    );
  }
  const { data: listed } = await sender.rpc("list_people", { search: email });
  expect(listed).toMatchObject([{ can_messages: false, can_people: false, invited_at: expect.any(String) }]);
  await service.from("admin_limits").update({ can_people: false }).eq("user_id", user_id);
  expect((await invite(own.url, sender, { email: "more@people.example", role: "user" })).status).toBe(403);
});

test("after a reset of the second factor, neither the password nor an old session works until the mailbox confirms", async () => {
  const person = { email: "lost.phone@people.example", password: "correct-horse-9" };
  const service = createClient(own.url, keys.serviceRoleKey, options);
  await service.auth.admin.createUser({ ...person, email_confirm: true });
  const client = await signIn(person);
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? "") }).generate();
  await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
  await mailbox.read(person.email);
  const id = (await client.auth.getUser()).data.user?.id;
  const ada = await signIn(ADMIN);
  expect((await ada.rpc("reset_second_factor", { person: id })).error).toBeNull();
  expect((await mailbox.read(person.email)).subject).toBe("Your second factor was reset");
  expect((await client.auth.getUser()).error).not.toBeNull();
  await expect(signIn(person)).rejects.toMatchObject({ code: "invalid_credentials" });
  const again = createClient(own.url, keys.anonKey, options);
  await again.auth.resetPasswordForEmail(person.email);
  const { tokenHash } = await mailbox.read(person.email);
  expect((await again.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error).toBeNull();
  await again.auth.updateUser({ password: "chosen-once-more" });
  await signIn({ ...person, password: "chosen-once-more" });
});

test("an admin can send at most thirty invitations an hour", async () => {
  const busy = { email: "busy@people.example", password: "correct-horse-9" };
  const service = createClient(own.url, keys.serviceRoleKey, options);
  const { data } = await service.auth.admin.createUser({ ...busy, email_confirm: true });
  await service.from("user_roles").insert({ user_id: data.user?.id, role: "admin" });
  const token = await signIn(busy);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    statuses.push((await invite(own.url, token, { email: busy.email, role: "user" })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});

test("mails name the stored name, and come from and go to the stored address", async () => {
  const service = createClient(own.url, keys.serviceRoleKey, options);
  const identity = { ...shipped.identity, name: "Straight & Sons" };
  const contact = { ...shipped.contact, email: "desk@straight.example" };
  const { error } = await service.from("entries").insert([
    { collection: "identity", key: "main", data: identity },
    { collection: "contact", key: "main", data: contact },
  ]);
  expect(error).toBeNull();
  await invite(own.url, await signIn(ADMIN), { email: "late@people.example", role: "user" });
  const invitation = await mailbox.read("late@people.example");
  expect(invitation.subject).toBe("You are invited to Straight & Sons");
  expect(invitation.text).toContain("invites you to Straight & Sons as a user.");
  const raw = mailbox.received.at(-1) ?? "";
  expect(raw).toMatch(/^From: "?Straight & Sons"? <desk@straight\.example>/m);
  expect(raw, "HTML is escaped").toContain("Straight &amp; Sons");

  const body = new URLSearchParams({ name: "Kai", email: "kai@people.example", service: "Other", message: "A line." });
  expect((await fetch(`${own.url}/contact`, { method: "POST", body })).status).toBe(200);
  expect((await mailbox.read("kai@people.example")).text).toContain("Thank you for writing to Straight & Sons.");
  expect((await mailbox.read("desk@straight.example")).text).toContain("A line.");
});

async function signIn(person: { email: string; password: string }): Promise<SupabaseClient> {
  const client = createClient(own.url, keys.anonKey, options);
  const { error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  return client;
}

async function invite(site: string, by: SupabaseClient | string | undefined, invitation: unknown) {
  const token = typeof by === "object" ? (await by.auth.getSession()).data.session?.access_token : by;
  const body = typeof invitation === "string" ? invitation : JSON.stringify(invitation);
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await get(site, "/newsroom/invite", headers, "POST", body);
  const answer: unknown = JSON.parse(reply.body.toString());
  if (reply.status !== 200) expect(answer).toEqual({ error: { message: expect.stringMatching(/\w+/) } });
  return { status: reply.status, body: answer };
}
