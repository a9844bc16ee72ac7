import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { inheritedEnvironment } from "../../fixtures/site/inherited-environment.ts";

const command = fileURLToPath(new URL("../../../scripts/run.mjs", import.meta.url));
const options = { auth: { persistSession: false, autoRefreshToken: false } };
type Site = Awaited<ReturnType<typeof spawnSite>>;
let dataDir: string;
let site: Site;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-make-admin-"));
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("startup without an admin prints how to create one", async () => {
  const own = await spawnSite();
  expect(own.log).toContain("There is no admin yet: npm run make-admin -- you@agency.example");
  await own.stop();
});

test("before the first start, make-admin creates an admin whose link works once", async () => {
  const printed = await makeAdmin("first@agency.example");
  site = await spawnSite({ DATA_DIR: dataDir });
  expect(site.log.join()).not.toContain("no admin yet");
  await expectLinkToWorkOnce(printed, "first@agency.example");
});

test("while the server runs, a new address gets a link that works once", async () => {
  await expectLinkToWorkOnce(await makeAdmin("second@agency.example"), "second@agency.example");
});

test("an existing account is promoted and keeps its password", async () => {
  const person = { email: "known@agency.example", password: "correct-horse-9" };
  const { service, visitor } = await clients();
  await service.auth.admin.createUser({ ...person, email_confirm: true });
  await visitor.auth.signInWithPassword(person);
  expect((await visitor.rpc("is_admin")).data).toBe(false);
  expect(await makeAdmin("Known@agency.example")).toBe("Known@agency.example is an admin now.\n");
  expect((await visitor.rpc("is_admin")).data).toBe(true);
});

test("an unconfirmed sign-up does not become admin with its own password", async () => {
  const impostor = { email: "owner@agency.example", password: "impostors-choice" };
  const { visitor } = await clients();
  await visitor.auth.signUp(impostor);
  await expectLinkToWorkOnce(await makeAdmin(impostor.email), impostor.email);
  expect((await visitor.auth.signInWithPassword(impostor)).error?.message).toBe("Invalid login credentials");
});

test("without an address make-admin prints its usage", async () => {
  await expect(makeAdmin("nobody")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("make-admin --"),
  });
});

async function expectLinkToWorkOnce(printed: string, email: string): Promise<void> {
  const screen = new URL(/^http\S+$/m.exec(printed)?.[0] ?? "");
  expect(screen.pathname).toBe("/auth");
  const [tokenHash, type] = [screen.searchParams.get("token_hash"), screen.searchParams.get("type")];
  expect(type).toBe("invite");
  const open = () => get(site.url, `/auth/v1/verify?token=${tokenHash}&type=${type}`);
  const first = new URLSearchParams(new URL(String((await open()).headers.location)).hash.slice(1));
  const { visitor } = await clients();
  const session = { access_token: first.get("access_token") ?? "", refresh_token: first.get("refresh_token") ?? "" };
  expect((await visitor.auth.setSession(session)).data.user?.email).toBe(email);
  expect((await visitor.rpc("is_admin")).data).toBe(true);
  expect(String((await open()).headers.location)).toContain("error_code=otp_expired");
}

async function makeAdmin(email: string): Promise<string> {
  const environment = { ...inheritedEnvironment(), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [command, "make-admin", email], { env: environment });
  return stdout;
}

async function clients() {
  const { anonKey, serviceRoleKey } = await site.readKeys();
  return {
    service: createClient(site.url, serviceRoleKey, options),
    visitor: createClient(site.url, anonKey, options),
  };
}
