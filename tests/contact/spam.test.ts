import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "../../backend/client-address.ts";
import { SPAM_REASONS } from "../../domain/contact/spam-score.ts";
import { VISITOR_ADDRESS_HEADER } from "../../supabase/functions/send-contact-email/contact-request.ts";
import { createStorageFixture, type StorageFixture } from "../fixtures/database/storage.ts";
import { solveProofOfWork } from "../fixtures/mail/contact-proof.ts";

const PATH = "/functions/v1/send-contact-email";
const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans to the left." };

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
beforeEach(async () => {
  await fixture.sql`delete from public.contact_messages`;
  await fixture.sql`delete from public.contact_limits`;
});
afterAll(() => fixture.drop());

describe("a message with a high spam score", () => {
  test("is quarantined with its reasons and a held mail, and the response is the same", async () => {
    const response = await send({
      ...GOOD,
      homepage: "https://spam.example",
      message: "[url=https://x.example]x[/url]",
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ reference: expect.any(String) });
    expect(await stored()).toMatchObject([
      {
        status: "quarantine",
        spam_score: expect.any(Number),
        spam_reasons: ["honeypot", "markup", "nothing-but-links"],
      },
    ]);
    expect(await mails()).toEqual([{ kind: "contact-notification", state: "held" }]);
  });

  test("can have every reason in SPAM_REASONS", async () => {
    const message = { ...GOOD, spam_reasons: SPAM_REASONS };
    await fixture.database.asCaller(
      { role: "service_role" },
      (sql) => sql`select submit_contact_message(${sql.json(message)})`,
    );
    expect(await stored()).toMatchObject([{ spam_reasons: SPAM_REASONS }]);
  });
});

describe("a form token with proof of work", () => {
  test("is unique and never cached", async () => {
    const [one, two] = [await requestToken(), await requestToken()];
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(await one.json()).toEqual({ stamp: expect.any(String), bits: 15 });
    expect((await two.json()).stamp).not.toBe((await requestToken().then((response) => response.json())).stamp);
  });

  test("raises the limit of a network if solved", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.7" };
    for (let n = 0; n < 7; n++) await send({ ...GOOD, ...(await solveProofOfWork(requestToken)) }, from);
    expect((await stored()).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "inbox"));
  });

  test.each([
    ["none", async () => ({})],
    ["a forged token", async () => ({ stamp: "m8x2k1ab-15-00000000-0123456789012345678901", solution: 1 })],
    ["another type", async () => ({ stamp: { toString: 1 }, solution: [1] })],
    ["an unsolved proof of work", async () => ({ stamp: (await (await requestToken()).json()).stamp, solution: 0.5 })],
    ["a huge solution", async () => ({ ...(await solveProofOfWork(requestToken)), solution: 1e300 })],
    ["a token with a changed difficulty", async () => ({ ...(await lowerDifficulty()), solution: 0 })],
  ])("%s is ignored, and the message is still delivered", async (_what, proof) => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.8" };
    for (let n = 0; n < 6; n++) expect((await send({ ...GOOD, ...(await proof()) }, from)).status).toBe(200);
    expect((await stored()).map(({ status }) => status)).toEqual([...Array(5).fill("inbox"), "quarantine"]);
  });

  test("is valid for one message", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.9" };
    const proof = await solveProofOfWork(requestToken);
    for (let n = 0; n < 6; n++) await send({ ...GOOD, ...proof }, from);
    expect((await stored()).at(-1)).toMatchObject({
      status: "quarantine",
      spam_reasons: ["too-quick", "many-from-network"],
    });
  });
});

describe("rate limit of a network", () => {
  test("quarantines first, then refuses with Retry-After, without effect on other networks", async () => {
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

  test("counts the addresses of an IPv6 /64 together", async () => {
    for (let n = 0; n < 6; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: `2001:db8:1:2::${n + 1}` });
    expect((await stored()).at(-1)).toMatchObject({ spam_reasons: ["many-from-network"] });
  });

  test.each([
    ["a /56, four times as much as one of its /64", (n: number) => `2001:db8:1:2${hex(n)}::1`, 20],
    ["a /48, sixteen times as much", (n: number) => `2001:db8:1:${hex(n)}00::1`, 80],
  ])("%s", async (_network, addressOf, limit) => {
    for (let n = 0; n <= limit; n++) {
      await skipMinute();
      await send(GOOD, { [CLIENT_ADDRESS_HEADER]: addressOf(Math.floor(n / 5)) });
    }
    const last = { status: "quarantine", spam_reasons: ["many-from-network"] };
    expect((await stored()).slice(limit)).toMatchObject([last]);
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "2001:db8:2::1" });
    expect((await stored()).at(-1), "another network").toMatchObject({ status: "inbox" });
  });

  test("does not use up the limit of neighbouring networks", async () => {
    for (let n = 0; n < 25; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: `2001:db8:1:201::${n + 1}` });
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "2001:db8:1:202::1" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("counts a retry once, also for concurrent requests", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "198.51.100.3", "idempotency-key": randomUUID() };
    await Promise.all(Array.from({ length: 12 }, () => send(GOOD, from)));
    expect(await stored()).toMatchObject([{ status: "inbox" }]);
    expect(await fixture.sql`select count from public.contact_limits where subject like 'network %'`).toMatchObject([
      { count: 1 },
    ]);
  });

  test("accepts a forwarded address only with the service key", async () => {
    const pretend = { [CLIENT_ADDRESS_HEADER]: "198.51.100.4" };
    for (let n = 0; n < 6; n++) await send(GOOD, { ...pretend, [VISITOR_ADDRESS_HEADER]: `203.0.113.${n}` });
    expect((await stored()).at(-1)).toMatchObject({ status: "quarantine" });
    const service = { apikey: fixture.keys.serviceRoleKey, [CLIENT_ADDRESS_HEADER]: "" };
    await send(GOOD, { ...service, [VISITOR_ADDRESS_HEADER]: "198.51.100.4" });
    expect((await stored()).at(-1)).toMatchObject({ status: "quarantine" });
    await send(GOOD, { ...service, [VISITOR_ADDRESS_HEADER]: "198.51.100.5" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("stores no address in the table of limits or the log", async () => {
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "198.51.100.77" });
    const rows = await fixture.sql`select * from public.contact_limits`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, fixture.lines])).not.toContain("198.51.100.77");
  });
});

test("beyond 60 messages a minute, those without proof of work are quarantined", async () => {
  await fixture.sql`insert into public.contact_messages (name, email, service, message)
    select 'N', 'n@x.example', 'Other', 'M' from generate_series(1, 60)`;
  await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "203.0.113.50" });
  expect((await stored()).at(-1)).toMatchObject({ status: "quarantine", spam_reasons: ["many-at-once"] });
  await send({ ...GOOD, ...(await solveProofOfWork(requestToken)) }, { [CLIENT_ADDRESS_HEADER]: "203.0.113.51" });
  expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
});

describe("a single network", () => {
  test.each([
    ["an IPv4 /24", (n: number) => `203.0.113.${n}`],
    ["an IPv6 /48", (n: number) => `2001:db8:7:${hex(n)}00::1`],
  ])("%s cannot use up the global limit per minute", async (_network, addressOf) => {
    for (let n = 0; n < 80; n++) await send(GOOD, { [CLIENT_ADDRESS_HEADER]: addressOf(n) });
    expect((await stored()).filter(({ status }) => status === "inbox")).toHaveLength(15);
    await send(GOOD, { [CLIENT_ADDRESS_HEADER]: "192.0.2.200" });
    expect((await stored()).at(-1)).toMatchObject({ status: "inbox" });
  });

  test("can quarantine 50 messages a day, and its legitimate messages still arrive", async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: "192.0.2.50" };
    const spam = { ...GOOD, homepage: "https://spam.example" };
    for (let n = 0; n < 50; n++) {
      await fixture.sql`delete from public.contact_limits where subject like 'network %'`;
      expect((await send(spam, from)).status).toBe(200);
    }
    await fixture.sql`delete from public.contact_limits where subject like 'network %'`;
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

test("when 5,000 messages are in quarantine, further spam is refused and legitimate messages arrive", async () => {
  await fixture.sql`insert into public.contact_messages (name, email, service, message, status)
    select 'N', 'n@x.example', 'Other', 'M', 'quarantine' from generate_series(1, 5000)`;
  const refused = await send({ ...GOOD, homepage: "https://spam.example" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3600"]);
  expect((await refused.json()).message).toBe(
    "Many messages are arriving at once. Please try again later, or write to us by email.",
  );
  expect(await stored()).toHaveLength(5000);
  expect((await send(GOOD)).status).toBe(200);
  expect(await fixture.sql`select status from public.contact_messages where email = ${GOOD.email}`).toMatchObject([
    { status: "inbox" },
  ]);
});

const hex = (n: number) => n.toString(16).padStart(2, "0");

async function skipMinute() {
  await fixture.sql`delete from public.contact_limits where subject like 'block %'`;
  await fixture.sql`update public.contact_messages set created_at = created_at - interval '1 minute'`;
}

async function lowerDifficulty() {
  const { stamp } = (await (await requestToken()).json()) as { stamp: string };
  return { stamp: stamp.replace("-15-", "-00-") };
}

const requestToken = () => fixture.request(PATH, { headers: fixture.visitor().headers });

function send(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const all = { ...fixture.visitor().headers, "content-type": "application/json", ...headers };
  return fixture.request(PATH, { method: "POST", body: JSON.stringify(body), headers: all });
}

const stored = () => fixture.sql`select * from public.contact_messages order by created_at, id`;
const mails = async () => [...(await fixture.sql`select kind, state from public.mail_outbox order by kind`)];
