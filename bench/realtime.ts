import postgres from "postgres";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { openSockets, PUBLISHED_TABLE, readRows, subscribe } from "../tests/fixtures/network/sockets.ts";
import { type Measured, measureLoad } from "./load.ts";
import { type Site, startSite } from "./site.ts";
import { percentile } from "./statistics.ts";
import { formatInteger, inMb, inMs, ratio, table } from "./table.ts";

const IDLE_SOCKETS = 2_000;
const SUBSCRIBERS = 500;
const SECONDS = 8;
const CHANGES_PER_SECOND = 10;

type Row = Measured & { readonly name: string; readonly memory: number };

/** Measures a cached page alone, with idle sockets, and while 500 subscribers follow a busy table. */
export async function measureRealtime(): Promise<string> {
  const site = await startSite({ TRUST_PROXY: "1", REALTIME_PUBLIC: "1" });
  const { url } = await startEmbedded({ dataDir: site.dataDir, join: true });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(PUBLISHED_TABLE);
    await measurePage(site, "warm-up");
    const alone = await measurePage(site, "no socket");
    await openSockets(site, IDLE_SOCKETS, 0);
    const idle = await measurePage(site, `${formatInteger(IDLE_SOCKETS)} idle sockets`);
    const subscribers = await openSockets(site, SUBSCRIBERS, 100);
    await Promise.all(subscribers.map((socket) => subscribe(socket, "ticks")));
    const delays: number[] = [];
    for (const socket of subscribers) readRows(socket, ({ body }) => void delays.push(Date.now() - Number(body)));
    const writing = write(sql);
    const busy = await measurePage(site, `and ${SUBSCRIBERS} subscribers, ${CHANGES_PER_SECOND} changes a second`);
    const written = await writing;
    await waitFor(() => delays.length === written * SUBSCRIBERS);
    return `${describe([alone, idle, busy])}\n\n${formatInteger(delays.length)} changes delivered, ${inMs(
      percentile(delays, 0.5),
    )} after the write in the median, ${inMs(percentile(delays, 0.99))} at the 99th percentile.`;
  } finally {
    await sql.end();
    await site.stop();
  }
}

async function measurePage(site: Site, name: string): Promise<Row> {
  const load = { url: `${site.url}/`, headers: { "accept-encoding": "br" }, connections: 8, seconds: SECONDS };
  return { ...(await measureLoad(load)), name, memory: await site.readMemory() };
}

/** Writes at a steady rate while the page is measured; returns the number of changes. */
async function write(sql: postgres.Sql): Promise<number> {
  const count = SECONDS * CHANGES_PER_SECOND;
  for (let n = 0; n < count; n++) {
    await sql`insert into public.ticks (body) values (${String(Date.now())})`;
    await new Promise((resolve) => setTimeout(resolve, 1_000 / CHANGES_PER_SECOND));
  }
  return count;
}

async function waitFor(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error("Not every change was delivered.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function describe(rows: readonly Row[]): string {
  const [alone] = rows;
  return table(
    ["a cached page", "requests/s", "to no socket", "p50", "p99", "resident memory"],
    rows.map(({ name, perSecond, p50, p99, memory }) => [
      name,
      formatInteger(perSecond),
      ratio(perSecond, alone?.perSecond ?? Number.NaN),
      inMs(p50),
      inMs(p99),
      inMb(memory),
    ]),
  );
}
