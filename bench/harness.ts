import { readFile } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { get } from "../tests/fixtures/network/http.ts";
import { startSite as spawnSite } from "../tests/fixtures/site/start-site.ts";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts the built site as a separate process. Without a DATA_DIR it uses a temporary one. */
export async function startSite(environment: Record<string, string> = {}) {
  const site = await spawnSite(environment);
  return {
    // IPv4, as for the servers it is compared with.
    url: site.url.replace("localhost", "127.0.0.1"),
    dataDir: site.dataDir,
    pid: site.process.pid ?? 0,
    ...(await site.readKeys()),
    readMemory: () => residentBytes(site.process.pid ?? 0),
    stop: () => site.stop(),
  };
}

/** NaN except on Linux. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

export const PASSWORD = "correct-horse-9";

export async function createAccounts({ url, serviceRoleKey }: Site, count: number): Promise<string[]> {
  const { auth } = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const emails = Array.from({ length: count }, (_, n) => `person-${n}@people.example`);
  for (const email of emails) {
    const { error } = await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    if (error) throw error;
  }
  return emails;
}

export async function signIn(
  { url, anonKey }: Site,
  email: string,
  more: Record<string, string> = {},
): Promise<string> {
  const headers = { apikey: anonKey, "content-type": "application/json", ...more };
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await get(url, "/auth/v1/token?grant_type=password", headers, "POST", body);
  if (response.status !== 200) throw new Error(`A sign-in was answered with ${response.status}.`);
  return (JSON.parse(response.body.toString()) as { access_token: string }).access_token;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const inMs = (ms: number, digits = 1): string => orDash(ms, `${ms.toFixed(digits)} ms`);

export const inSeconds = (ms: number): string => orDash(ms, `${(ms / 1000).toFixed(2)} s`);

export const inKb = (bytes: number): string => orDash(bytes, `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`);

export const inMb = (bytes: number): string => orDash(bytes, `${Math.round(bytes / 1024 / 1024)} MB`);

export const formatInteger = (count: number): string => orDash(count, Math.round(count).toLocaleString("en"));

export const ratio = (value: number, to: number): string => orDash(value / to, (value / to).toFixed(2));

const orDash = (value: number, text: string): string => (Number.isFinite(value) ? text : "–");
