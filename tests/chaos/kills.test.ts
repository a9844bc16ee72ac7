import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { withSql } from "../fixtures/database/query.ts";
import { createTraffic, type Exchange, type Kind } from "../fixtures/network/traffic.ts";
import { createRandom, scaled, seed } from "../fixtures/scale.ts";
import { WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { type SupervisedSite, superviseSite, type Victim } from "../fixtures/site/supervised-site.ts";

const SECONDS = scaled(20, 90);
const MEASURE_SECONDS = scaled(1, 10);
/** `npm run test:all` checks the mix of requests, the soak test also the rate. */
const MAX_PER_SECOND = scaled(40, Number.POSITIVE_INFINITY);
const VICTIMS: readonly Victim[] = scaled<readonly Victim[]>(
  [...kill("process", 5), "postmaster"],
  [...kill("process", 10), ...kill("postmaster", 2), "backend", "process and postmaster"],
);
const KINDS: readonly Kind[] = ["page", "sign-in", "post", "message"];
const MIN_WRITES = 5;
const CONNECTIONS = 32;
/** A lost connection is noticed only when the event loop handles it. */
const NOTICE_MS = 2_000;
const ADMIN = { email: WITH_ADMIN.ADMIN_EMAIL, password: WITH_ADMIN.ADMIN_PASSWORD };

test(`no acknowledged write is lost in ${SECONDS} s of traffic with ${VICTIMS.length} kills`, async () => {
  const random = createRandom();
  const site = await superviseSite({ TRUST_PROXY: "1", ...WITH_ADMIN });
  onTestFinished(() => site.stop());
  const { anonKey } = await site.readKeys();
  const traffic = await createTraffic({ url: site.url, anonKey, admin: ADMIN, random });
  const maxRate = await traffic.measureMaxRate(CONNECTIONS, MEASURE_SECONDS);
  const perSecond = Math.min(maxRate / 2, MAX_PER_SECOND);

  const exchanges: Exchange[] = [];
  const killing = new AbortController();
  const ends = Date.now() + SECONDS * 1000;
  const running = traffic.run(perSecond, () => killing.signal.aborted && Date.now() > ends, exchanges);
  await killAll(site, random, exchanges).finally(() => killing.abort());
  await running;

  for (const kind of KINDS) {
    const succeeds = async () => isSuccess(await traffic.exchange(kind));
    await expect.poll(succeeds, { message: `${kind} does not recover, seed ${seed}`, timeout: 90_000 }).toBe(true);
  }
  const lost = await findLost(site, exchanges);
  const rows = KINDS.map((kind) => describeKind(kind, exchanges, lost));
  console.log(
    [`Seed ${seed}; at most ${Math.round(maxRate)} a second, ${Math.round(perSecond)} a second sent`, ...rows].join(
      "\n",
    ),
  );
  expect([...lost], `seed ${seed}`).toEqual([]);
  const restarts = site.log.filter((line) => line.includes('"server started again"'));
  expect(restarts).toHaveLength(VICTIMS.filter((victim) => victim.startsWith("process")).length);
  expect(exchanges.filter(isUnexpectedFailure), `seed ${seed}: failures without Retry-After`).toEqual([]);
  const unexplainedCuts = exchanges.filter((exchange) => isCut(exchange) && !isDuringDowntime(site, exchange));
  expect(unexplainedCuts, `seed ${seed}: cut while the process was running`).toEqual([]);
});

function kill(victim: Victim, times: number): readonly Victim[] {
  return Array.from({ length: times }, () => victim);
}

/** Kills each victim at a random moment of its own time slice, after at least MIN_WRITES acknowledged writes. */
async function killAll(site: SupervisedSite, random: () => number, done: readonly Exchange[]): Promise<void> {
  const part = (SECONDS * 1000) / VICTIMS.length;
  const begun = Date.now();
  for (const [n, victim] of VICTIMS.entries()) {
    const before = done.length;
    await sleep(Math.max(0, begun + part * (n + 0.1 + random() * 0.5) - Date.now()));
    const written = () => done.slice(before).filter((exchange) => isSuccess(exchange) && exchange.token).length;
    await expect.poll(written, { timeout: 90_000, interval: 10 }).toBeGreaterThanOrEqual(MIN_WRITES);
    await site.kill(victim);
  }
}

async function findLost({ databaseUrl }: SupervisedSite, exchanges: readonly Exchange[]): Promise<ReadonlySet<string>> {
  const kept = await withSql(
    await databaseUrl(),
    (sql) => sql<{ token: string }[]>`
      select title as token from public.blog_posts union all select reference from public.contact_messages
      union all select id::text from auth.sessions`,
  );
  const known = new Set(kept.map(({ token }) => token));
  const acknowledged = exchanges.filter(isSuccess).flatMap(({ token }) => token ?? []);
  return new Set(acknowledged.filter((token) => !known.has(token)));
}

const isSuccess = ({ status }: Exchange) => status !== undefined && status < 300;
const isCut = ({ status }: Exchange) => status === undefined;
const isUnexpectedFailure = (exchange: Exchange) => !isSuccess(exchange) && !isCut(exchange) && !exchange.hasRetryAfter;

function isDuringDowntime({ downtimes }: SupervisedSite, { begun, ended }: Exchange): boolean {
  return downtimes.some(({ from, until }) => begun <= until + NOTICE_MS && ended >= from);
}

function describeKind(kind: Kind, exchanges: readonly Exchange[], lost: ReadonlySet<string>): string {
  const own = exchanges.filter((exchange) => exchange.kind === kind);
  const refused = new Map<number, number>();
  for (const { status } of own) {
    if (status !== undefined && status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1);
  }
  const refusals = [...refused].map(([status, count]) => `${status}: ${count}`).join(", ") || "none";
  const gone = own.filter(({ token }) => token !== undefined && lost.has(token)).length;
  const counts = `${own.length} sent, ${own.filter(isSuccess).length} acknowledged, refused ${refusals}`;
  return `${kind}: ${counts}, ${own.filter(isCut).length} cut, ${gone} lost`;
}
