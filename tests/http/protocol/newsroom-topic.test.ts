import { afterAll, beforeAll, expect, test } from "vitest";
import { join } from "../../fixtures/network/realtime.ts";
import { type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

let site: ProtocolSite;
beforeAll(async () => {
  site = await startProtocolSite();
});
afterAll(() => site.stop());

const PRIVATE = { config: { private: true, presence: { enabled: true } } };

test("admins hear of messages and posts by id, and nothing of their contents", async () => {
  const admin = await site.admin();
  const heard: { readonly [field: string]: unknown }[] = [];
  for (const topic of ["newsroom", "newsroom:messages"]) {
    await join(admin.channel(topic, PRIVATE).on("broadcast", { event: "change" }, (one) => heard.push(one)));
  }
  const fields = { name: "Nora", email: "nora@people.example", service: "Other", message: "A secret plan." };
  expect((await site.browser().functions.invoke("send-contact-email", { body: fields })).error).toBeNull();
  const [message] = await site.sql<{ id: string }[]>`select id from contact_messages`;
  await expect.poll(() => heard).toMatchObject([{ payload: { table: "contact_messages", id: message?.id } }]);
  const of_message = message?.id ?? "";
  await admin.rpc("save_reply_draft", { of_message, base: "", words: "A secret answer." }).throwOnError();
  await expect.poll(() => heard.at(-1)).toMatchObject({ payload: { table: "reply_drafts", id: of_message } });
  const reply = { of_message, reply: crypto.randomUUID(), words: "A secret answer.", seen: 0 };
  await admin.rpc("send_reply", reply).throwOnError();
  const announced = { table: "message_replies", id: of_message };
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ payload: announced }));
  await site.sql`insert into blog_posts (title, excerpt, content) values ('Hidden plans', 'e', 'c')`;
  await expect.poll(() => heard.at(-1)).toMatchObject({ payload: { table: "blog_posts" } });
  await site.sql`insert into entry_drafts (collection, key, data) values ('closing', 'main', '{"title": "Hidden title"}')`;
  await expect.poll(() => heard.at(-1)).toMatchObject({ payload: { table: "entry_drafts", id: "closing/main" } });
  await site.sql`delete from entry_drafts`;
  await expect.poll(() => heard.filter(({ payload }) => Object(payload).id === "closing/main").length).toBe(2);
  expect(JSON.stringify(heard)).not.toMatch(/secret|Nora|Hidden/);
  await admin.realtime.disconnect();
});

test("visitors and other accounts cannot join, and nobody can forge a change", async () => {
  const { client } = await site.person("stranger");
  for (const stranger of [site.browser(), client]) {
    await expect(join(stranger.channel("newsroom", PRIVATE))).rejects.toThrow("Unauthorized");
    await stranger.realtime.disconnect();
  }
  const admin = await site.admin();
  const channel = admin.channel("newsroom", { config: { ...PRIVATE.config, broadcast: { ack: true } } });
  await join(channel);
  expect(await channel.send({ type: "broadcast", event: "change", payload: { id: 1 } })).toBe("error");
  expect(await channel.track({ post: 1 })).toBe("ok");
  await admin.realtime.disconnect();
});

test("what is about messages is announced only to admins who may read them", async () => {
  const { client, id } = await site.person("limited");
  await site.sql`insert into user_roles (user_id, role) values (${id}, 'admin')`;
  await site.sql`update admin_limits set can_messages = false where user_id = ${id}`;
  const heard: unknown[] = [];
  await join(
    client.channel("newsroom", PRIVATE).on("broadcast", { event: "change" }, (one) => heard.push(one.payload)),
  );
  await expect(join(client.channel("newsroom:messages", PRIVATE))).rejects.toThrow("Unauthorized");
  const fields = { name: "Nora", email: "nora@people.example", service: "Other", message: "Not for everybody." };
  expect((await site.browser().functions.invoke("send-contact-email", { body: fields })).error).toBeNull();
  const admin = await site.admin();
  const [message] = await site.sql<{ id: string }[]>`select id from contact_messages order by created_at desc`;
  const draft = { of_message: message?.id, base: "", words: "Not for everybody either." };
  await admin.rpc("save_reply_draft", draft).throwOnError();
  await site.sql`insert into entry_drafts (collection, key, data) values ('closing', 'main', '{}')`;
  await expect.poll(() => heard).toEqual([{ table: "entry_drafts", id: "closing/main" }]);
  await site.sql`delete from entry_drafts`;
  for (const rows of [client.from("contact_messages").select("id"), client.from("mail_bodies").select("subject")]) {
    expect(await rows).toMatchObject({ data: [], error: null });
  }
  const { data } = await client.from("contact_messages").select("id").csv();
  expect(data, "the CSV is empty").toBeNull();
  expect((await client.rpc("newsroom_counts", { list: "messages" })).data).toBeNull();
  await client.realtime.disconnect();
});

test("forged, foreign and altered tokens are refused, at the join and later", async () => {
  const client = await site.admin();
  const { data } = await client.auth.getSession();
  const [head = "", body = "", signature = ""] = (data.session?.access_token ?? "").split(".");
  const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
  const claims = { role: "service_role", sub: data.session?.user.id, exp: 4_000_000_000 };
  const forged = [
    `${head}.${encode(claims)}.${signature}`,
    `${encode({ alg: "none", typ: "JWT" })}.${body}.`,
    `${encode({ alg: "HS256", typ: "JWT" })}.${body}.${signature}`,
    "x",
  ];
  for (const token of forged) {
    const stranger = site.browser();
    await stranger.realtime.setAuth(token);
    const joining = join(stranger.channel("newsroom", PRIVATE));
    await expect(joining, token).rejects.toThrow("Unauthorized");
    await stranger.realtime.disconnect();
  }
  const statuses: string[] = [];
  const channel = client.channel("newsroom", PRIVATE);
  channel.subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses).toContain("SUBSCRIBED");
  await client.realtime.setAuth(forged[0]);
  await expect.poll(() => statuses.at(-1)).toBe("CLOSED");
  await client.realtime.disconnect();
});
