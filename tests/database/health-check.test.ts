import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { createDatabaseHealth } from "../../server/db/health-check.ts";
import { createTestDatabase } from "../fixtures/database.ts";
import { limitConnections } from "../fixtures/limited-role.ts";

/** The pulse is felt twice a second. */
const SEVERAL_CHECKS_MS = 2_000;

test("a database that has no connection left for the pulse answers all the same", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const limited = await limitConnections(url, 1);
  const only = postgres(limited, { max: 1 });
  onTestFinished(() => only.end());
  const pulse = createDatabaseHealth(limited);
  onTestFinished(() => pulse.stop());
  await only`select 1`;
  expect(await pulse.isReachable()).toBe(true);
  expect(await pulse.run(() => sleep(SEVERAL_CHECKS_MS, "served"))).toBe("served");
  expect(await pulse.run(() => "served")).toBe("served");
});

test("a database that is just starting or stopping does not answer yet", async () => {
  const pulse = createDatabaseHealth(await startRefusing("57P03"));
  onTestFinished(() => pulse.stop());
  expect(await pulse.isReachable()).toBe(false);
});

/** Greets everybody with an error, as PostgreSQL does before it recovers. */
async function startRefusing(sqlState: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mthe database system is starting up\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`;
}
