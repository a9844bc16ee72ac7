import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SPAM_REASONS } from "../../../domain/contact/spam-score.ts";
import { CLIENT_ADDRESS_HEADER } from "../../../server/http/client-address.ts";
import { VISITOR_ADDRESS_HEADER } from "../../../supabase/functions/send-contact-email/visitor-address.ts";
import { solveProofOfWork } from "../../fixtures/contact-proof.ts";
import { createStorageFixture, type StorageFixture } from "../../fixtures/storage.ts";

const PATH = "/functions/v1/send-contact-email";
const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans to the left." };

let world: StorageFixture;
beforeAll(async () => {
  world = await createStorageFixture();
});
beforeEach(async () => {
  await world.sql`delete from public.contact_messages`;
  await world.sql`delete from public.contact_limits`;
});
afterAll(() => world.drop());

describe("suspects", () => {
  test("are kept in quarantine with the reasons and a mail that waits, and the sender is thanked all the same", async () => {
    const answer = await send({ ...GOOD, homepage: "https://spam.example", message: "[url=https://x.example]x[/url]" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ reference: expect.any(String) });
    expect(await stored()).toMatchObject([
      {
        status: "quarantine",
        spam_score: expect.any(Number),
        spam_reasons: ["honeypot", "markup", "nothing-but-links"],
      },
    ]);
    expect(await mails()).toEqual([{ kind: "contact-notification", state: "held" }]);
  });

  test("every reason that the domain knows can be stored", async () => {
    const message = { ...GOOD, spam_reasons: Object.keys(SPAM_REASONS) };
    await world.database.asCaller(
      { role: "service_role" },
      (sql) => sql`select submit_contact_message(${sql.json(message)})`,
    );
    expect(await stored()).toMatchObject([{ spam_reasons: Object.keys(SPAM_REASONS) }]);
  });
});

describe("the stamp and its puzzle", () => {
  test("are never cached, and each is another", async () => {
    const [one, two] = [await ask(), await ask()];
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(await one.json()).toEqual({ stamp: expect.any(String), bits: 15 });
    expect((await two.json()).stamp).not.toBe((await ask().then((answer) => answer.json())).stamp);
  });

  test("a solved one lets a network send more", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.7" };
    for (let n = 0; n < 7; n++) await send({ ...GOOD, ...(await solveProofOfWork(ask)) }, from);
    expect((await stored()).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "inbox"));
  });

  test.each([
    ["none", async () => ({})],
    ["a forged stamp", async () => ({ stamp: "m8x2k1ab-15-00000000-0123456789012345678901", solution: 1 })],
    ["another type", async () => ({ stamp: { toString: 1 }, solution: [1] })],
    ["an unsolved puzzle", async () => ({ stamp: (await (await ask()).json()).stamp, solution: 0.5 })],
    ["a huge solution", async () => ({ ...(await solveProofOfWork(ask)), solution: 1e300 })],
    ["a stamp that says it is easy", async () => ({ ...(await makeEasy()), solution: 0 })],
  ])("%s counts for nothing, and the message is delivered all the same", async (_what, proof) => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.8" };
    for (let n = 0; n < 6; n++) expect((await send({ ...GOOD, ...(await proof()) }, from)).status).toBe(200);
    expect((await stored()).map(({ status }) => status)).toEqual([...Array(5).fill("inbox"), "quarantine"]);
  });

  test("one solution counts once", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.9" };
    const proof = await solveProofOfWork(ask);
    for (let n = 0; n < 6; n++) await send({ ...GOOD, ...proof }, from);
    expect((await stored()).at(-1)).toMatchObject({
      status: "quarantine",
      spam_reasons: ["too-quick", "many-from-network"],
    });
  });
});

describe("limits of a network", () => {
  test("first quarantine, then a kind refusal that says how long to wait; other networks notice nothing", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "198.51.100.1" };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await send(GOOD, from)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    const refused = await send(GOOD, from);
    expect((await refused.json()).message).toMatch(
      /^Many messages came from your network\. Please try again in \d+ minutes\.$/,
    );
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
    const states = (await stored()).map(({ status }) => status);
    expect(states).toEqual([...Array(5).fill("inbox"), ...Array(15).fill("quarantine")]);
    expect((await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "198.51.100.2" })).status).toBe(200);
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("addresses of one IPv6 network count together", async () => {
    for (let n = 0; n < 6; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: `2001:db8:1:2::${n + 1}` });
    expect((await stored()).at(-1)).toMatchObject({ spam_reasons: ["many-from-network"] });
  });

  test.each([
    ["a /56, four times as much as one of its /64", (n: number) => `2001:db8:1:2${hex(n)}::1`, 20],
    ["a /48, sixteen times as much", (n: number) => `2001:db8:1:${hex(n)}00::1`, 80],
  ])("%s", async (_network, addressOf, most) => {
    for (let n = 0; n <= most; n++) {
      await letMinutePass();
      await send(GOOD, { [CLIENT_ADDRESS_HEADER]: addressOf(Math.floor(n / 5)) });
    }
    const last = { status: "quarantine", spam_reasons: ["many-from-network"] };
    expect((await stored()).slice(most)).toMatchObject([last]);
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "2001:db8:2::1" });
    expect((await stored()).at(-1), "another network").toMatchObject({ status: "inbox" });
  });

  test("who sends far too much leaves room to the networks around", async () => {
    for (let n = 0; n < 25; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: `2001:db8:1:201::${n + 1}` });
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "2001:db8:1:202::1" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("a retry counts once, also when both come at the same time", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "198.51.100.3", "idempotency-key": randomUUID() };
    await Promise.all(Array.from({ length: 12 }, () => send(GOOD, from)));
    expect(await stored()).toMatchObject([{ status: "inbox" }]);
    expect(await world.sql`select count from public.contact_limits where subject like 'network %'`).toMatchObject([
      { count: 1 },
    ]);
  });

  test("the address of a visitor without scripts is believed from the service alone", async () => {
    const pretend = { [CLIENT_ADDRESS_HEADER]: "198.51.100.4" };
    for (let n = 0; n < 6; n++) await send(GOOD, { ...pretend, [VISITOR_ADDRESS_HEADER]: `203.0.113.${n}` });
    expect((await stored()).at(-1)).toMatchObject({ status: "quarantine" });
    const service = { apikey: world.keys.serviceRoleKey, [CLIENT_ADDRESS_HEADER]: "" };
    await send(GOOD, { ...service, [VISITOR_ADDRESS_HEADER]: "198.51.100.4" });
    expect((await stored()).at(-1)).toMatchObject({ status: "quarantine" });
    await send(GOOD, { ...service, [VISITOR_ADDRESS_HEADER]: "198.51.100.5" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("neither the table of limits nor the log names an address", async () => {
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "198.51.100.77" });
    const rows = await world.sql`select * from public.contact_limits`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, world.lines])).not.toContain("198.51.100.77");
  });
});

test("more than sixty a minute without a puzzle go to quarantine, while one with a puzzle arrives", async () => {
  await world.sql`insert into public.contact_messages (name, email, service, message)
    select 'N', 'n@x.example', 'Other', 'M' from generate_series(1, 60)`;
  await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "203.0.113.50" });
  expect((await stored()).at(-1)).toMatchObject({ status: "quarantine", spam_reasons: ["many-at-once"] });
  await send({ ...GOOD, ...(await solveProofOfWork(ask)) }, { [CLIENT_ADDRESS_HEADER]: "203.0.113.51" });
  expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
});

describe("one network alone", () => {
  test.each([
    ["an IPv4 /24", (n: number) => `203.0.113.${n}`],
    ["an IPv6 /48", (n: number) => `2001:db8:7:${hex(n)}00::1`],
  ])("%s cannot use up what may arrive in a minute, and others still arrive", async (_network, addressOf) => {
    for (let n = 0; n < 80; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: addressOf(n) });
    expect((await stored()).filter(({ status }) => status === "inbox")).toHaveLength(15);
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "192.0.2.200" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("puts fifty messages a day into quarantine and is told to wait; what is no suspect still arrives", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.50" };
    const spam = { ...GOOD, homepage: "https://spam.example" };
    for (let n = 0; n < 50; n++) {
      await world.sql`delete from public.contact_limits where subject like 'network %'`;
      expect((await send(spam, from)).status).toBe(200);
    }
    await world.sql`delete from public.contact_limits where subject like 'network %'`;
    const refused = await send(spam, from);
    expect([refused.status, (await refused.json()).message]).toEqual([
      429,
      "Many messages came from your network. Please try again in 24 hours.",
    ]);
    expect(await stored()).toHaveLength(50);
    await send(GOOD, from);
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });
});

test("quarantine holds five thousand messages: a further suspect is refused and told so, an honest message arrives", async () => {
  await world.sql`insert into public.contact_messages (name, email, service, message, status)
    select 'N', 'n@x.example', 'Other', 'M', 'quarantine' from generate_series(1, 5000)`;
  const refused = await send({ ...GOOD, homepage: "https://spam.example" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3600"]);
  expect((await refused.json()).message).toBe(
    "Many messages are arriving at once. Please try again later, or write to us by email.",
  );
  expect(await stored()).toHaveLength(5000);
  expect((await send(GOOD)).status).toBe(200);
  expect(await world.sql`select status from public.contact_messages where email = ${GOOD.email}`).toMatchObject([
    { status: "inbox" },
  ]);
});

const hex = (n: number) => n.toString(16).padStart(2, "0");

async function letMinutePass() {
  await world.sql`delete from public.contact_limits where subject like 'block %'`;
  await world.sql`update public.contact_messages set created_at = created_at - interval '1 minute'`;
}

async function makeEasy() {
  const { stamp } = (await (await ask()).json()) as { stamp: string };
  return { stamp: stamp.replace("-15-", "-00-") };
}

const ask = () => world.request(PATH, { headers: world.visitor().headers });

function send(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const all = { ...world.visitor().headers, "content-type": "application/json", ...headers };
  return world.request(PATH, { method: "POST", body: JSON.stringify(body), headers: all });
}

const stored = () => world.sql`select * from public.contact_messages order by created_at, id`;
const mails = async () => [...(await world.sql`select kind, state from public.mail_outbox order by kind`)];
