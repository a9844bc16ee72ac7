import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { get } from "../fixtures/network/http.ts";
import { scaled } from "../fixtures/scale.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const PROCESSES = scaled(2, 4);
const ROUNDS = scaled(2, 5);

test(`${PROCESSES} processes can start and stop at once on one database, ${ROUNDS} times`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-together-"));
  const embedded = await startEmbedded({ dataDir });
  onTestFinished(async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  let written = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const environment = { DATABASE_URL: embedded.url, TRUST_PROXY: "1" };
    const sites = await Promise.all(Array.from({ length: PROCESSES }, () => spawnSite(environment)));
    for (const site of sites) onTestFinished(() => site.stop());
    for (const site of sites) {
      const fields = {
        name: `Sender ${(written += 1)}`,
        email: "s@people.example",
        service: "Other",
        message: "Hello.",
      };
      const form = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": `10.0.${written}.1` };
      const reply = await get(site.url, "/contact", form, "POST", new URLSearchParams(fields).toString());
      expect(reply.status).toBe(200);
    }
    const ends = sites.map(({ process: child }) => once(child, "exit"));
    for (const { process: child } of sites) child.kill("SIGTERM");
    expect((await Promise.all(ends)).map(([code]) => code as unknown)).toEqual(sites.map(() => 0));
  }
  const sql = postgres(embedded.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  expect((await sql`select from contact_messages`).count).toBe(written);
  const [twice] =
    await sql`select version from supabase_migrations.schema_migrations group by version having count(*) > 1`;
  expect(twice).toBeUndefined();
});
