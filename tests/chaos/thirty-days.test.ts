import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { globalAgent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Session } from "@supabase/supabase-js";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listExpired } from "../../server/db/backup/rotation.ts";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { findPostgresHome } from "../../server/db/embedded/postgres-home.ts";
import { solveProofOfWork } from "../fixtures/mail/contact-proof.ts";
import { type Mailbox, openMailbox } from "../fixtures/mail/mailbox.ts";
import { freePort } from "../fixtures/network/free-port.ts";
import { get } from "../fixtures/network/http.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { type Site, startSite } from "../fixtures/site/start-site.ts";

/** More than thirty, so that what ends after thirty days has ended. */
const DAYS = 32;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ten minutes on a machine of its own. */
const TIMEOUT_MS = 2_400_000;
const RETENTION_DAYS = 7;
const TEAM = "team@plumbline.example";
const PASSWORD = "correct-horse-9";
const [DAILY, PATIENT, LATE] = ["daily@people.example", "patient@people.example", "late@people.example"];
const FORGETFUL = "forgetful@people.example";
const KEYS = {
  SUPABASE_ANON_KEY: "c1f3a8e2d4b5967081726354afbecd09",
  SUPABASE_SERVICE_ROLE_KEY: "90dcebfa45362718079657b4d2e8a3f1",
};

let folder: string;
let offsetMs: number;
let database: ChildProcess;
let sql: Sql;
let mailbox: Mailbox;
let site: Site;
let newsroom: Newsroom;
let expectedMails = 0;
/** What /readyz has ever told. A slow machine makes it "unknown" for a moment. */
const states = new Set<string>();

const now = () => Date.now() + offsetMs;
const backups = () => join(folder, "backups");
const logged = (event: string) => site.log.filter((line) => line.includes(`"event":"${event}"`));
const browser = () =>
  createClient(site.url, KEYS.SUPABASE_ANON_KEY, { auth: { persistSession: false, autoRefreshToken: false } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-month-"));
  await chmod(folder, 0o755);
  await mkdir(backups());
  // The month begins at midnight (UTC).
  await setClock(DAY_MS - (Date.now() % DAY_MS));
  const clock = {
    LD_PRELOAD: process.env.LIBFAKETIME_PATH ?? "",
    FAKETIME_TIMESTAMP_FILE: join(folder, "clock"),
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DISABLE_SHM: "1",
  };
  const url = await startDatabase(clock);
  sql = postgres(url, { max: 1, onnotice: () => {} });
  mailbox = await openMailbox();
  site = await startSite({
    ...clock,
    ...KEYS,
    ...WITH_ADMIN,
    DATABASE_URL: url,
    DATA_DIR: join(folder, "site"),
    BACKUP_DIR: backups(),
    SMTP_URL: mailbox.url,
    CONTACT_TO: TEAM,
    MESSAGE_RETENTION_DAYS: String(RETENTION_DAYS),
  });
  newsroom = await openNewsroom(site.url, KEYS.SUPABASE_ANON_KEY);
});
afterAll(async () => {
  await site.stop();
  await sql.end();
  await mailbox.close();
  const ended = once(database, "exit");
  database.kill("SIGINT");
  await ended;
  await rm(folder, { recursive: true, force: true });
});

test(
  `in ${DAYS} days backups, retention, schedules, mails and tokens are neither late nor made twice`,
  async () => {
    const midnight = now();
    const service = createClient(site.url, KEYS.SUPABASE_SERVICE_ROLE_KEY, { auth: { persistSession: false } });
    for (const email of [DAILY, PATIENT, LATE, FORGETFUL]) {
      const { error } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      expect(error).toBeNull();
    }
    let current = await signIn(DAILY);
    const [patient, late] = [await signIn(PATIENT), await signIn(LATE)];
    await waitForBackups(1);
    for (let day = 1; day < DAYS; day++) {
      const published_at = new Date(midnight + day * DAY_MS + 10 * HOUR_MS + 600_000).toISOString();
      await newsroom.publish({ title: `Post of day ${day}.`, published_at });
    }
    const deleted = await newsroom.publish({ title: "Deleted on the first day" });
    await newsroom.change(deleted.id, { deleted_at: new Date(now()).toISOString() });

    for (let day = 0; day < DAYS; day++) {
      const at = (hour: number) => advanceTo(midnight + day * DAY_MS + hour * HOUR_MS);
      await at(3);
      await waitForBackups(day + 2);
      await at(10);
      if (day > 0) expect(await readPage(site.url, "/blog")).not.toContain(`Post of day ${day}.`);
      await at(10.5);
      if (day > 0) await vi.waitFor(async () => expect(await postsOf(day)).toBe(1), { timeout: 10_000 });
      await at(12);
      await sendMessage(day);
      await at(13);
      current = await renew(current);
      await at(14);
      await resetPassword(FORGETFUL, day % 2 === 0 ? undefined : () => at(15.5));
      if (day === 29) await renew(patient);
      if (day === 31) await expect(renew(late), "unused for 31 days").rejects.toThrow("Session Expired");
      await at(23.5);
      await checkRows(day);
      const { data: bin } = await service.from("blog_posts").select("id").eq("id", deleted.id);
      // On day 30 its time ends, and the bin is emptied within a day.
      if (day !== 30) expect(bin).toHaveLength(day < 30 ? 1 : 0);
    }

    const files = await readdir(backups());
    expect(listExpired(files)).toEqual([]);
    expect(files.filter((file) => file.endsWith(".gz"))).toHaveLength(11);
    const days = logged("backup verified").map((line) => JSON.parse(line).day);
    expect([days.length, new Set(days).size]).toEqual([DAYS + 1, DAYS + 1]);
    expect(mailbox.received).toHaveLength(expectedMails);
    expect([...states].filter((state) => !/ok|none|unknown/.test(state))).toEqual([]);
    const ids = mailbox.received.map((raw) => /^message-id: (.*)$/im.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(expectedMails);
    expect(site.log.filter((line) => /"level":"(?:warn|error)"/.test(line))).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Every process that runs with libfaketime reads the new time with its next look at the clock. */
async function setClock(ms: number): Promise<void> {
  offsetMs = ms;
  await writeFile(join(folder, "clock.next"), `+${ms / 1_000}\n`);
  await rename(join(folder, "clock.next"), join(folder, "clock"));
}

/** By hours; a request wakes the event loop, whose due timers then run. */
async function advanceTo(time: number): Promise<void> {
  while (now() < time) {
    // An email that has arrived is recorded as sent a moment later.
    await expect.poll(async () => (await sql`select from mail_outbox where state <> 'sent'`).count).toBe(0);
    // The site closes idle connections within the hour.
    globalAgent.destroy();
    await setClock(offsetMs + Math.min(HOUR_MS, time - now()));
    await expect.poll(readStates, { timeout: 30_000 }).toEqual([200, "ok", "ok"]);
    await sleep(30);
  }
}

async function readStates(): Promise<[number, string, string]> {
  const { status, body } = await get(site.url, "/readyz");
  const { mail, backup } = JSON.parse(body.toString()) as { mail: string; backup: string };
  states.add(`mail ${mail}`).add(`backup ${backup}`);
  return [status, mail, backup];
}

async function startDatabase(clock: Record<string, string>): Promise<string> {
  const dataDir = join(folder, "store");
  const embedded = await startEmbedded({ dataDir });
  await embedded.stop();
  const { binaries, folder: home, user } = await findPostgresHome(dataDir, () => {});
  const data = join(home, "data");
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  database = spawn(join(binaries, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...user,
    cwd: data,
    env: { LC_ALL: "C", ...clock },
    stdio: "ignore",
  });
  return Object.assign(new URL(embedded.url), { port: String(port) }).href;
}

async function waitForBackups(count: number): Promise<void> {
  await expect.poll(() => logged("backup verified").length, { timeout: 120_000 }).toBe(count);
}

async function postsOf(day: number): Promise<number> {
  const page = await readPage(site.url, `/search?q=${encodeURIComponent(`Post of day ${day}.`)}`);
  return page.split(`>Post of day ${day}.<`).length - 1;
}

async function sendMessage(day: number): Promise<void> {
  const headers = { apikey: KEYS.SUPABASE_ANON_KEY, "content-type": "application/json" };
  const address = `${site.url}/functions/v1/send-contact-email`;
  const proof = await solveProofOfWork(() => fetch(address, { headers }));
  const email = `visitor-${day}@people.example`;
  const fields = { name: `Visitor ${day}`, email, service: "Other", message: "Our checkout leans to the left." };
  const reply = await fetch(address, { method: "POST", headers, body: JSON.stringify({ ...fields, ...proof }) });
  expect(reply.status, await reply.clone().text()).toBe(200);
  await mailbox.read(TEAM);
  await mailbox.read(email);
  expectedMails += 2;
}

async function signIn(email: string): Promise<Session> {
  const { data, error } = await browser().auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return data.session;
}

/** The token of yesterday has ended, and the new one is accepted. */
async function renew({ access_token, refresh_token }: Session): Promise<Session> {
  expect((await browser().auth.getUser(access_token)).error?.status).toBe(403);
  const { data, error } = await browser().auth.refreshSession({ refresh_token });
  if (error) throw error;
  if (!data.session) throw new Error("No session");
  expect((await browser().auth.getUser(data.session.access_token)).error).toBeNull();
  return data.session;
}

/** A link works once, and not after an hour. */
async function resetPassword(email: string, wait?: () => Promise<void>): Promise<void> {
  const { error } = await browser().auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  const { tokenHash } = await mailbox.read(email);
  expectedMails++;
  await wait?.();
  const follow = () => browser().auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  if (!wait) expect((await follow()).error).toBeNull();
  expect((await follow()).error?.code).toBe("otp_expired");
}

/** What the privacy page and the schedules promise: at most a day late, and nothing too early. */
async function checkRows(day: number): Promise<void> {
  const messages = (await sql`select name, created_at < now() - make_interval(days => ${RETENTION_DAYS + 1}) as is_late
    from contact_messages`) as unknown as { name: string; is_late: boolean }[];
  expect(messages.filter(({ is_late }) => is_late)).toEqual([]);
  const kept = Array.from({ length: Math.min(day + 1, RETENTION_DAYS) }, (_, back) => `Visitor ${day - back}`);
  expect(messages.map(({ name }) => name)).toEqual(expect.arrayContaining(kept));
  const [left] = await sql`select
    (select count(*)::int from auth.one_time_tokens where created_at < now() - interval '4 hours') as tokens,
    (select count(*)::int from auth.rate_limits where window_start < now() - interval '26 hours') as limits,
    (select count(*)::int from public.mail_outbox where state <> 'sent') as mails,
    (select count(*)::int from public.contact_limits where expires_at < now() - interval '26 hours') as counts`;
  expect(left).toEqual({ tokens: 0, limits: 0, mails: 0, counts: 0 });
}
