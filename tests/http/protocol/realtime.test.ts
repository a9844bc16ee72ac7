import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { join } from "../../fixtures/network/realtime.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

let site: ProtocolSite;
beforeAll(async () => {
  site = await startProtocolSite({ REALTIME_PUBLIC: "1" });
  await site.sql.unsafe(`
    create table public.notes (id bigint generated always as identity primary key, owner uuid, body text, secret text);
    alter table public.notes enable row level security;
    grant select (id, owner, body) on public.notes to anon, authenticated;
    grant select, insert, update, delete on public.notes to service_role;
    create policy own on public.notes for select to authenticated using (owner = auth.uid());
    create policy shared on public.notes for select to anon using (owner is null);
    create policy service on public.notes to service_role using (true) with check (true);
    create table public.hidden (id bigint primary key);
    alter publication supabase_realtime add table public.notes;
    create policy members on realtime.messages for select to authenticated using (realtime.topic() = 'members');
    create policy speakers on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'members' and extension = 'presence');
  `);
});
afterAll(() => site.stop());

describe("broadcast", () => {
  test.each(["1.0.0", "2.0.0"] as const)("reaches the other clients of a topic (serializer %s)", async (vsn) => {
    const [sender, receiver] = [connect(site.anonKey, vsn), connect(site.anonKey, vsn)];
    const received: unknown[] = [];
    const own: unknown[] = [];
    const listener = receiver.channel("room").on("broadcast", { event: "move" }, (message) => received.push(message));
    const speaker = sender.channel("room", { config: { broadcast: { ack: true } } });
    speaker.on("broadcast", { event: "*" }, (message) => own.push(message));
    await Promise.all([join(listener), join(speaker)]);
    expect(await speaker.send({ type: "broadcast", event: "move", payload: { x: 1, text: "ä" } })).toBe("ok");
    await expect.poll(() => received).toMatchObject([{ event: "move", payload: { x: 1, text: "ä" } }]);
    expect(own).toEqual([]);
  });

  test("returns to its sender if the channel asks for it, and carries bytes", async () => {
    const received: { readonly [field: string]: unknown }[] = [];
    const channel = connect().channel("bytes", { config: { broadcast: { self: true } } });
    channel.on("broadcast", { event: "raw" }, (message) => received.push(message));
    await join(channel);
    await channel.send({ type: "broadcast", event: "raw", payload: new Uint8Array([1, 2, 255]).buffer });
    await expect.poll(() => received.length).toBe(1);
    expect([...new Uint8Array(received[0]?.payload as ArrayBuffer)]).toEqual([1, 2, 255]);
  });

  test("can be sent over HTTP", async () => {
    const received: unknown[] = [];
    const channel = connect()
      .channel("over-http")
      .on("broadcast", { event: "*" }, (message) => received.push(message));
    await join(channel);
    expect(await connect().channel("over-http").httpSend("news", { n: 1 })).toEqual({ success: true });
    const body = { messages: [{ topic: "over-http", event: "more", payload: { n: 2 } }] };
    expect((await post("/realtime/v1/api/broadcast", body)).status).toBe(202);
    await expect.poll(() => received).toMatchObject([{ event: "news" }, { event: "more", payload: { n: 2 } }]);
    expect((await post("/realtime/v1/api/broadcast", { messages: [{}] })).status).toBe(422);
    expect((await post("/realtime/v1/api/broadcast", body, "no-key")).status).toBe(401);
  });
});

test("presence tells who is in a topic, who comes and who leaves", async () => {
  const [ada, bob] = [connect(), connect()];
  const seen = ada.channel("office", { config: { presence: { key: "ada" } } });
  const left: string[] = [];
  seen.on("presence", { event: "sync" }, () => {});
  seen.on("presence", { event: "leave" }, ({ key }) => left.push(key));
  const other = bob.channel("office", { config: { presence: { key: "bob" } } });
  other.on("presence", { event: "sync" }, () => {});
  await Promise.all([join(seen), join(other)]);
  await other.track({ at: "desk" });
  await expect.poll(() => seen.presenceState()).toMatchObject({ bob: [{ at: "desk" }] });
  await other.track({ at: "door" });
  await expect.poll(() => seen.presenceState()).toMatchObject({ bob: [{ at: "door" }] });
  expect(seen.presenceState().bob).toHaveLength(1);
  await bob.realtime.disconnect();
  await expect.poll(() => seen.presenceState()).toEqual({});
  expect(left).toContain("bob");
});

describe("changes of published tables", () => {
  test("reach each subscriber as far as policies and column grants allow", async () => {
    const [owner, stranger] = [await site.person("owner"), await site.person("stranger")];
    const watched = {
      owner: await watch(owner.client),
      stranger: await watch(stranger.client),
      visitor: await watch(connect()),
      service: await watch(connect(site.serviceKey)),
    };
    const [note] = await site.sql<{ id: string }[]>`
      insert into notes (owner, body, secret) values (${owner.id}, 'first', 'hush') returning id`;
    const id = Number(note?.id);
    await site.sql`update notes set body = 'second' where id = ${id}`;
    await site.sql`insert into notes (body) values ('for all')`;
    await expect.poll(() => watched.service.length).toBe(3);
    await expect.poll(() => watched.owner.length).toBe(2);
    await expect.poll(() => watched.visitor.length).toBe(1);
    expect(watched.stranger).toEqual([]);
    expect(watched.owner).toMatchObject([
      { eventType: "INSERT", schema: "public", table: "notes", new: { id, body: "first", owner: owner.id } },
      { eventType: "UPDATE", new: { body: "second" }, old: { id } },
    ]);
    expect(watched.owner[0]?.new).not.toHaveProperty("secret");
    expect(watched.service[0]?.new).toHaveProperty("secret", "hush");
    expect(watched.visitor).toMatchObject([{ new: { body: "for all" } }]);
  });

  test("a deleted row is told to admins and the service role only, by its primary key", async () => {
    const owner = await site.person("owner");
    const [note] = await site.sql<{ id: string }[]>`
      insert into notes (owner, body) values (${owner.id}, 'gone') returning id`;
    const watched = { owner: await watch(owner.client), admin: await watch(await site.admin()) };
    await site.sql`delete from notes where id = ${note?.id ?? ""}`;
    await expect.poll(() => watched.admin).toMatchObject([{ eventType: "DELETE", old: { id: Number(note?.id) } }]);
    expect(watched.admin[0]?.old).not.toHaveProperty("body");
    await site.sql`insert into notes (owner, body) values (${owner.id}, 'later')`;
    await expect.poll(() => watched.owner.length).toBe(1);
    expect(watched.owner[0]?.eventType).toBe("INSERT");
  });

  test("are judged by the row as it was: what is changed or deleted at once is not lost, and nothing hidden is shown", async () => {
    const [owner, next] = [await site.person("owner"), await site.person("next")];
    const watched = {
      owner: await watch(owner.client),
      next: await watch(next.client),
      visitor: await watch(connect()),
    };
    await site.sql.begin(async (sql) => {
      const [note] = await sql<{ id: string }[]>`
        insert into notes (owner, body) values (${owner.id}, 'written') returning id`;
      const id = note?.id ?? "";
      await sql`update notes set body = 'for all', owner = null where id = ${id}`;
      await sql`update notes set body = 'given away', owner = ${next.id} where id = ${id}`;
      await sql`delete from notes where id = ${id}`;
      await sql`insert into notes (owner, body) values (${owner.id}, 'last'), (${next.id}, 'last'), (null, 'last')`;
    });
    const bodies = (changes: readonly Change[]) => changes.map((change) => Reflect.get(change.new ?? {}, "body"));
    await expect.poll(() => bodies(watched.owner)).toEqual(["written", "last"]);
    await expect.poll(() => bodies(watched.next)).toEqual(["given away", "last"]);
    await expect.poll(() => bodies(watched.visitor)).toEqual(["for all", "last"]);
  });

  test("are judged by all policies of the table, also restrictive ones and those that look elsewhere", async () => {
    await site.sql.unsafe(`
      create table public.teams (id int primary key, member uuid);
      alter table public.teams enable row level security;
      grant select on public.teams to authenticated;
      create policy own on public.teams for select to authenticated using (member = auth.uid());
      create table public."Team Notes" (id int primary key, "Team" int, body text);
      alter table public."Team Notes" enable row level security;
      grant select on public."Team Notes" to authenticated;
      create policy team on public."Team Notes" for select to authenticated
        using (exists (select from public.teams where teams.id = "Team Notes"."Team"));
      create policy finished on public."Team Notes" as restrictive for select to authenticated using (body <> 'draft');
      create policy writers on public."Team Notes" for update to authenticated using (true);
      alter publication supabase_realtime add table public."Team Notes";`);
    const [member, stranger] = [await site.person("member"), await site.person("stranger")];
    await site.sql`insert into teams values (1, ${member.id}), (2, ${stranger.id})`;
    const [inside, outside] = [member, stranger].map(({ client }) => watching(client, { table: "Team Notes" }));
    if (!inside || !outside) throw new Error("Nobody watches");
    await Promise.all([join(inside.channel), join(outside.channel)]);
    await site.sql`
      with gone as (insert into "Team Notes" values (1, 1, 'first'), (2, 1, 'draft'), (3, 2, 'theirs') returning id)
      select from gone`;
    await site.sql`delete from "Team Notes"`;
    const bodies = (changes: readonly Change[]) => changes.map((change) => Reflect.get(change.new ?? {}, "body"));
    await expect.poll(() => bodies(inside.changes)).toEqual(["first"]);
    await expect.poll(() => bodies(outside.changes)).toEqual(["theirs"]);
    await Promise.all([member, stranger].map(({ client }) => client.realtime.disconnect()));
  });

  test("a subscriber who is not told of deletes learns this when joining", async () => {
    const told = async (client: SupabaseClient, event: "*" | "INSERT") => {
      const messages: string[] = [];
      const { channel } = watching(client, { table: "notes" }, event);
      channel.on("system", {}, ({ message }: { message: string }) => messages.push(message));
      await join(channel);
      await expect.poll(() => messages).toContain("Subscribed to PostgreSQL");
      await client.removeChannel(channel);
      return messages.some((message) => message.includes("Deletes reach only admins"));
    };
    const { client } = await site.person("subscriber");
    const admin = await site.admin();
    expect(await told(client, "*")).toBe(true);
    expect(await told(connect(), "*")).toBe(true);
    expect(await told(client, "INSERT")).toBe(false);
    expect(await told(admin, "*")).toBe(false);
    expect(await told(connect(site.serviceKey), "*")).toBe(false);
    await Promise.all([client, admin].map((one) => one.realtime.disconnect()));
  });

  test("are filtered by the subscription", async () => {
    const matching = await watch(connect(site.serviceKey), 'body=in.(wanted,"a, b")');
    await site.sql`insert into notes (body) values ('other'), ('wanted'), ('a, b')`;
    await expect
      .poll(() => matching.map((change) => Reflect.get(change.new ?? {}, "body")))
      .toEqual(["wanted", "a, b"]);
  });

  test("of other tables, or with a malformed filter, are refused with a reason", async () => {
    const { channel } = watching(connect(), { table: "hidden" });
    await expect(join(channel)).rejects.toThrow("Unable to subscribe to changes");
    const { channel: filtered } = watching(connect(), { table: "notes", filter: "body=match.(a+)+$" });
    await expect(join(filtered)).rejects.toThrow("check the filter");
  });
});

describe("a private topic", () => {
  test("is closed to callers whom no policy lets in", async () => {
    await expect(join(connect().channel("members", { config: { private: true } }))).rejects.toThrow("Unauthorized");
    const { client } = await site.person("member");
    await expect(join(client.channel("others", { config: { private: true } }))).rejects.toThrow("Unauthorized");
    const sent = await post("/realtime/v1/api/broadcast/members/events/x?private=true", {});
    expect(sent.status).toBe(403);
  });

  test("delivers realtime.send() to its members and not to the public topic of the same name", async () => {
    const { client } = await site.person("member");
    const [received, eavesdropped]: unknown[][] = [[], []];
    const inside = client.channel("members", { config: { private: true, broadcast: { ack: true } } });
    inside.on("broadcast", { event: "*" }, (message) => received?.push(message));
    const outside = connect()
      .channel("members")
      .on("broadcast", { event: "*" }, (message) => eavesdropped?.push(message));
    await Promise.all([join(inside), join(outside)]);
    await site.sql`select realtime.send('{"id": 1}', 'change', 'members', true)`;
    await expect.poll(() => received).toMatchObject([{ event: "change", payload: { id: 1 } }]);
    expect(await inside.send({ type: "broadcast", event: "x", payload: {} }, { timeout: 2_000 })).toBe("error");
    expect(await inside.track({ here: true })).toBe("ok");
    expect(eavesdropped).toEqual([]);
  });

  test("ends for a session that has ended", async () => {
    const { client } = await site.person("leaver");
    const statuses: string[] = [];
    const channel = client.channel("members", { config: { private: true } });
    channel.subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses).toContain("SUBSCRIBED");
    const { data } = await client.auth.getUser();
    await site.sql`delete from auth.sessions where user_id = ${data.user?.id ?? ""}`;
    await expect.poll(() => statuses.some((status) => status !== "SUBSCRIBED")).toBe(true);
  });
});

describe("limits", () => {
  test("a connection needs a key, valid frames, moderate rate and size", async () => {
    expect((await fetch(`${site.url}/realtime/v1/websocket`)).status).toBe(404);
    expect(await closeCode(openSocket("wrong"))).toBe(401);
    const malformed = openSocket(site.anonKey);
    malformed.on("open", () => malformed.send("{"));
    expect(await closeCode(malformed)).toBe(1002);
    const large = openSocket(site.anonKey);
    large.on("open", () => large.send("x".repeat(300 * 1024)));
    expect(await closeCode(large)).toBe(1009);
    const fast = openSocket(site.anonKey);
    const heartbeat = JSON.stringify([null, "1", "phoenix", "heartbeat", {}]);
    fast.on("open", () => {
      for (let n = 0; n < 1_000; n++) fast.send(heartbeat);
    });
    expect(await closeCode(fast)).toBe(4408);
  });

  test("one network cannot take all connections, and pages stay available", async () => {
    const sockets = Array.from({ length: 300 }, () => openSocket(site.anonKey));
    onTestFinished(() => sockets.forEach((socket) => socket.terminate()));
    const outcomes = await Promise.all(sockets.map(openedOrStatus));
    expect(outcomes.filter((outcome) => outcome === 429).length).toBeGreaterThan(0);
    expect(outcomes.filter((outcome) => outcome === "open").length).toBeLessThanOrEqual(200);
    expect((await fetch(`${site.url}/about`)).status).toBe(200);
  });
});

test("two processes on one database share broadcasts and presence", async () => {
  const mine = await spawnSite();
  onTestFinished(() => mine.stop());
  const { url: DATABASE_URL } = await startEmbedded({ dataDir: mine.dataDir, join: true });
  const keys = await mine.readKeys();
  const environment = {
    DATABASE_URL,
    REALTIME_PUBLIC: "1",
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  };
  const [first, second] = [await spawnSite(environment), await spawnSite(environment)];
  onTestFinished(async () => {
    await first.stop();
    await second.stop();
  });
  const [ada, bob] = [first, second].map(({ url }) => connect(keys.anonKey, "2.0.0", url)) as [
    SupabaseClient,
    SupabaseClient,
  ];
  const received: unknown[] = [];
  const there = bob.channel("shared", { config: { presence: { key: "bob" } } });
  there.on("broadcast", { event: "*" }, (message) => received.push(message));
  there.on("presence", { event: "sync" }, () => {});
  await join(there);
  await there.track({ n: 1 });
  const here = ada.channel("shared", { config: { presence: { key: "ada" } } });
  here.on("presence", { event: "sync" }, () => {});
  await join(here);
  await here.send({ type: "broadcast", event: "across", payload: { n: 1 } });
  await expect.poll(() => received).toMatchObject([{ event: "across", payload: { n: 1 } }]);
  await expect.poll(() => Object.keys(here.presenceState())).toEqual(["bob"]);
  await second.stop();
  await expect.poll(() => here.presenceState()).toEqual({});
});

type Change = { eventType: string; new?: object; old?: object };

function connect(key = site.anonKey, vsn: "1.0.0" | "2.0.0" = "2.0.0", url = site.url): SupabaseClient {
  const client = createClient(url, key, { auth: { persistSession: false }, realtime: { vsn } });
  onTestFinished(async () => void (await client.realtime.disconnect()));
  return client;
}

function watching(client: SupabaseClient, binding: { table: string; filter?: string }, event: "*" | "INSERT" = "*") {
  const changes: Change[] = [];
  const channel = client
    .channel(`changes-${Math.random()}`)
    .on("postgres_changes", { event: event as "*", schema: "public", ...binding }, (change) => changes.push(change));
  return { channel, changes };
}

async function watch(client: SupabaseClient, filter?: string): Promise<readonly Change[]> {
  const { channel, changes } = watching(client, { table: "notes", ...(filter && { filter }) });
  onTestFinished(async () => void (await client.realtime.disconnect()));
  await join(channel);
  return changes;
}

function post(path: string, body: object, apikey = site.anonKey): Promise<Response> {
  const headers = { apikey, "content-type": "application/json" };
  return fetch(site.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

function openSocket(apikey: string): WebSocket {
  const socket = new WebSocket(`${site.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`);
  onTestFinished(() => socket.terminate());
  return socket;
}

/** The code of the closing frame, or the status of a refused handshake. */
function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("close", resolve);
    socket.on("error", () => {});
  });
}

function openedOrStatus(socket: WebSocket): Promise<"open" | number> {
  return new Promise((resolve) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("error", () => {});
  });
}
