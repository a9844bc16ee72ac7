import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { asSuperuser } from "./database.ts";

/** The address for a role that PostgreSQL grants so many connections at a time and no more. */
export async function limitConnections(url: string, most: number): Promise<string> {
  const role = `limited_${randomBytes(8).toString("hex")}`;
  await asSuperuser(`create role ${role} login password '${role}' connection limit ${most}`);
  onTestFinished(() => asSuperuser(`drop role ${role}`));
  const address = new URL(url);
  address.username = role;
  address.password = role;
  return address.href;
}
