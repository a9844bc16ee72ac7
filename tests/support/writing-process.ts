/** Writes rows as fast as it can, and says of each that it was confirmed: `node writing-process.ts DATA_DIR FIRST`. */
import { writeSync } from "node:fs";
import postgres from "postgres";
import { startEmbedded } from "../../server/db/embedded.ts";

const [, , dataDir = "", first = "0"] = process.argv;
const began = performance.now();
const { url, folder } = await startEmbedded({ dataDir });
const sql = postgres(url, { max: 4, onnotice: () => {} });
await sql`create table if not exists written (n int primary key)`;
writeSync(1, `${JSON.stringify({ folder, ms: Math.round(performance.now() - began) })}\n`);

for (let n = Number(first); ; n += 4) {
  const rows = [n, n + 1, n + 2, n + 3];
  await Promise.all(rows.map((row) => sql`insert into written values (${row})`.then(() => writeSync(1, `${row}\n`))));
}
