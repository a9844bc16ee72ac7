import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMessageToken } from "../../domain/contact/message-token.ts";
import { createSignatures } from "../../domain/signatures.ts";
import { get } from "../fixtures/network/http.ts";
import { PASSWORD, type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

const JSON_TYPE = { "content-type": "application/json" };

let site: ProtocolSite;
beforeAll(async () => {
  site = await startProtocolSite();
});
afterAll(() => site.stop());

describe("another visitor's message", () => {
  test("can be read with the link in its receipt but not with a changed link", async () => {
    const [mine, theirs] = [await sendMessage("mine"), await sendMessage("theirs")];
    const signatures = createSignatures(site.serviceKey);
    const [myToken, theirToken] = [
      await createMessageToken(mine, signatures),
      await createMessageToken(theirs, signatures),
    ];
    expect((await get(site.url, `/messages/${myToken}`)).body.toString()).toContain("Secret of mine");

    const off = Array.from(theirToken, (sign, at) => theirToken.slice(0, at) + next(sign) + theirToken.slice(at + 1));
    const guesses = [
      ...off,
      theirToken.slice(0, 32) + myToken.slice(32),
      theirToken.slice(0, 32),
      `${theirToken}A`,
      theirToken.toUpperCase(),
      theirs,
      "0".repeat(54),
    ];
    for (const guess of guesses) {
      const { status, body } = await get(site.url, `/messages/${guess}`);
      expect(status, guess).toBe(404);
      expect(body.toString()).not.toContain("Secret of");
      expect((await get(site.url, `/messages/${guess}`, {}, "POST")).status, guess).toBe(404);
    }
    expect((await get(site.url, `/messages/${theirToken}`)).status, "still there").toBe(200);
  });

  test("is on a page that is not cached, not indexed and sends no referrer path", async () => {
    const token = await createMessageToken(await sendMessage("mine"), createSignatures(site.serviceKey));
    for (const ending of ["", ".data"]) {
      const { headers } = await get(site.url, `/messages/${token}${ending}`);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["referrer-policy"]).toMatch(/^strict-origin/);
      expect(headers.etag).toBeUndefined();
    }
    const { body, headers } = await get(site.url, `/messages/${token}`);
    expect(headers["referrer-policy"]).toBe("strict-origin");
    expect(body.toString()).toContain('name="robots" content="noindex"');
    expect(body.toString()).not.toMatch(/(canonical|og:url)/);
  });
});

describe("fields that a client must not set", () => {
  test("cannot set role, confirmation or id at sign-up", async () => {
    const email = "eve@evil.example";
    const id = "00000000-0000-4000-8000-000000000001";
    const spoofed = {
      id,
      sub: id,
      role: "service_role",
      aud: "admin",
      is_super_admin: true,
      is_anonymous: true,
      aal: "aal2",
      email_confirm: true,
      email_confirmed_at: "2020-01-01",
      invited_at: "2020-01-01",
      confirmed_at: "2020-01-01",
      app_metadata: { role: "admin" },
      raw_app_meta_data: { role: "admin" },
      user_metadata: { role: "admin" },
      data: { role: "admin", email_verified: true, sub: id, email: "ada@plumbline.example" },
    };
    const body = JSON.stringify({ email, password: PASSWORD, ...spoofed });
    const headers = { apikey: site.anonKey, ...JSON_TYPE };
    const response = await get(site.url, "/auth/v1/signup", headers, "POST", body);
    expect(response.status).toBe(200);
    const user = JSON.parse(response.body.toString());
    expect(user).toMatchObject({ role: "authenticated", aud: "authenticated", app_metadata: { provider: "email" } });
    expect(user.app_metadata.role).toBeUndefined();
    expect(user.id).not.toBe(id);
    const browser = site.browser();
    expect((await browser.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    const { tokenHash } = await site.mailbox.read(email);
    await browser.auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
    expect((await browser.rpc("is_admin")).data).toBe(false);
    expect((await browser.from("user_roles").insert({ user_id: user.id, role: "admin" })).error?.code).toBe("42501");
    const changed = await browser.auth.updateUser({ data: { role: "admin", sub: id } });
    expect(changed.data.user?.role).toBe("authenticated");
    expect((await browser.rpc("is_admin")).data).toBe(false);
  });

  test("cannot set folder, spam score, reference or time of a message", async () => {
    const spoofed = {
      id: "00000000-0000-4000-8000-000000000002",
      reference: "AAAAAAAAAA",
      status: "archived",
      read_at: "2020-01-01",
      spam_score: -100,
      spam_reasons: [],
      bits: 99,
      network: null,
      created_at: "2020-01-01",
      notes: "Trust me",
    };
    const id = await sendMessage("spoofed", spoofed);
    const { data } = await site.service.from("contact_messages").select("*").eq("id", id).single();
    expect(data).toMatchObject({ status: "inbox", read_at: null, notes: "" });
    expect(data.reference).not.toBe(spoofed.reference);
    expect(Date.parse(data.created_at)).toBeGreaterThan(Date.parse("2020-01-02"));
  });
});

test("a signed-in user cannot read, change or delete rows of others through rest", async () => {
  const { client, id } = await site.person("stranger");
  const admin = await site.admin();
  const { data: draft } = await admin.from("post_drafts").insert({ title: "Half a thought" }).select("id").single();
  expect(draft).not.toBeNull();
  await sendMessage("unread");
  const never = "00000000-0000-4000-8000-000000000000";
  for (const [table, change] of [
    ["post_drafts", { title: "Mine now" }],
    ["contact_messages", { notes: "Seen" }],
    ["message_files", { name: "mine.pdf" }],
    ["mail_outbox", { state: "queued" }],
    ["user_roles", { role: "admin" }],
    ["blog_posts", { title: "Mine now" }],
  ] as const) {
    const seen = await client.from(table).select("*").limit(1);
    if (table !== "blog_posts") expect(seen.data ?? [], table).toEqual([]);
    const key = table === "user_roles" ? "user_id" : "id";
    const nobody = table === "blog_posts" ? -1 : never;
    expect((await client.from(table).update(change).neq(key, nobody).select()).data ?? [], table).toEqual([]);
    expect((await client.from(table).delete().neq(key, nobody).select()).data ?? [], table).toEqual([]);
  }
  expect((await admin.from("post_drafts").select("title")).data).toEqual([{ title: "Half a thought" }]);
  const forged = { message: {}, mails: [], file_name: "mine.pdf", file: "\\x25" };
  expect((await client.rpc("submit_application", forged)).error?.code).toBe("42501");
  expect((await client.functions.invoke(`message-file/${never}`, { method: "GET" })).error.context.status).toBe(404);
  expect((await client.rpc("list_people")).error).not.toBeNull();
  expect((await client.rpc("my_sessions")).data).toHaveLength(1);
  expect((await site.service.auth.admin.getUserById(id)).data.user?.id).toBe(id);
});

async function sendMessage(name: string, more: object = {}): Promise<string> {
  const email = `${name}-${crypto.randomUUID()}@people.example`;
  const body = { name, email, service: "Other", message: `Secret of ${name}`, ...more };
  const { error } = await site.browser().functions.invoke("send-contact-email", { body });
  expect(error).toBeNull();
  const { data } = await site.service.from("contact_messages").select("id").eq("email", email).single();
  return data?.id;
}

/** Another character of the same kind, so that the token still looks like one. */
function next(sign: string): string {
  return sign === "0" ? "1" : "0";
}
