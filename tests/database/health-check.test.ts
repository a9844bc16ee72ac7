import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { fixedHost } from "../../backend/database/find-database.ts";
import { createDatabaseHealth } from "../../server/db/health-check.ts";
import { createTestDatabase } from "../fixtures/database/database.ts";
import { limitConnections } from "../fixtures/database/limited-role.ts";

/** The health check runs twice a second. */
const SEVERAL_CHECKS_MS = 2_000;

test("a database without a free connection for the health check is reachable", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const limited = await limitConnections(url, 1);
  const only = postgres(limited, { max: 1 });
  onTestFinished(() => only.end());
  const health = createDatabaseHealth({ host: fixedHost(limited) });
  onTestFinished(() => health.stop());
  await only`select 1`;
  expect(await health.state()).toBe("ok");
  expect(await health.run(() => sleep(SEVERAL_CHECKS_MS, "served"))).toBe("served");
  expect(await health.run(() => "served")).toBe("served");
});

test("a database that is starting or stopping is not reachable", async () => {
  const url = await startRefusing("57P03");
  const health = createDatabaseHealth({ host: fixedHost(url) });
  onTestFinished(() => health.stop());
  expect(await health.state()).toBe("unreachable");
});

/** Refuses every connection with an error, as PostgreSQL does during recovery. */
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
