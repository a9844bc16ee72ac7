import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { query } from "../../fixtures/database/query.ts";
import { spawnServer } from "../../fixtures/site/start-site.ts";

type Case = {
  readonly environment: () => Record<string, string>;
  /** The one line on standard error. */
  readonly says: RegExp;
  /** A command that runs the site. */
  readonly wrapper?: readonly string[];
};

const KEY = "8d0cbe41f2a7495aa1d7f0c35be2946d";
const isRoot = process.getuid?.() === 0;
const AS_ORDINARY_USER = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
const NETWORK_NAMESPACE = ["unshare", isRoot ? "-n" : "-Un"];
const MOUNT_NAMESPACE = ["unshare", ...(isRoot ? ["-m"] : ["-Um", "--map-current-user", "--keep-caps"]), "sh", "-c"];
const mounted = (options: string, then = "true") => [
  ...MOUNT_NAMESPACE,
  `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && ${then}; exec "$@"`,
  "sh",
];

let folder: string;
let embedded: EmbeddedPostgres;
let silent: { port: number; close: () => void };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-settings-"));
  await chmod(folder, 0o755);
  embedded = await startEmbedded({ dataDir: join(folder, "store") });
  silent = await listenSilently();
  await writeFile(join(folder, "file"), "");
  await mkdir(join(folder, "mounted"));
  await mkdir(join(folder, "forbidden"), { mode: 0o555 });
  await mkdir(join(folder, "foreign", "postgres"), { recursive: true });
  await writeFile(join(folder, "foreign", "postgres", "password"), "");
  await mkdir(join(folder, "foreign", "postgres", "data"), { mode: 0o000 });
  await chmod(join(folder, "foreign"), 0o777);
  await asSuperuser(
    "postgres",
    "create role limited login password 'limited'",
    "create role outdated login password 'outdated'",
    "create database outdated",
  );
  // The same PostgreSQL with the version of an old one: the function shadows that of pg_catalog.
  await asSuperuser(
    "outdated",
    "create schema old",
    "grant usage on schema old to outdated",
    `create function old.current_setting(name text) returns text language sql as
      $$ select case name when 'server_version_num' then '150004' else pg_catalog.current_setting(name) end $$`,
    "alter role outdated set search_path = old, pg_catalog, public",
  );
});
afterAll(async () => {
  silent.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

const database = (change: (url: URL) => void) => () => {
  const url = new URL(embedded.url);
  change(url);
  return { DATABASE_URL: url.href };
};
const keys = (anon: string, service: string) => () => ({
  SUPABASE_ANON_KEY: anon,
  SUPABASE_SERVICE_ROLE_KEY: service,
});
const dataDir = (path: string) => () => ({ DATA_DIR: path.startsWith("/") ? path : join(folder, path) });

const CASES: Record<string, Case> = {
  "a wrong password": {
    environment: database((url) => (url.password = "wrong")),
    says: /^The database at 127\.0\.0\.1:\d+ refuses the password of user plumbline: check DATABASE_URL, where % and @ need percent-encoding/,
  },
  "a host without TLS": {
    environment: database((url) => (url.search = "?sslmode=require")),
    says: /^The database cannot be used after 30 s: 127\.0\.0\.1:\d+ refuses TLS: set ssl = on there/,
  },
  "a missing database": {
    environment: database((url) => (url.pathname = "/nowhere")),
    says: /^The database at 127\.0\.0\.1:\d+ has no database nowhere: create it, or check DATABASE_URL\.$/,
  },
  "a refused host": {
    environment: database((url) => (url.port = "1")),
    says: /^The database cannot be used after 30 s: 127\.0\.0\.1:1 refuses connections\.$/,
  },
  "an unknown host": {
    environment: database((url) => (url.hostname = "database.invalid")),
    says: /^The database cannot be used after 30 s: database\.invalid:\d+ is not known to the name server\.$/,
  },
  "a silent port": {
    environment: database((url) => (url.port = String(silent.port))),
    says: /^The database cannot be used after 30 s: 127\.0\.0\.1:\d+ does not answer\.$/,
  },
  "an old version": {
    environment: database((url) => {
      [url.username, url.password, url.pathname] = ["outdated", "outdated", "/outdated"];
    }),
    says: /^DATABASE_URL leads to PostgreSQL 15, and the site needs 16 or later\.$/,
  },
  "missing privileges": {
    environment: database((url) => ([url.username, url.password] = ["limited", "limited"])),
    says: /^The database user limited may not create schemas .* nor use the roles anon, .*privileges\.sql grants/,
  },
  "equal keys": { environment: keys(KEY, KEY), says: /^The environment has a problem: .* must differ: / },
  "a weak key": { environment: keys(KEY, "secret"), says: /^The environment has a problem: .* must be random, / },
  "DATA_DIR on a read-only disk": {
    environment: dataDir("mounted"),
    wrapper: mounted("ro"),
    says: /^DATA_DIR is .*mounted, and .*: its file system is read-only\.$/,
  },
  "a forbidden DATA_DIR": {
    environment: dataDir("forbidden"),
    wrapper: AS_ORDINARY_USER,
    says: /^DATA_DIR is .*forbidden, and .*: this user may not write there\.$/,
  },
  "a file as DATA_DIR": { environment: dataDir("file"), says: /^DATA_DIR is .*file, and .*: it is a file/ },
  "DATA_DIR below a file": { environment: dataDir("file/data"), says: /^DATA_DIR is .*data, and .* below one\.$/ },
  "DATA_DIR on /proc": {
    environment: dataDir("/proc/plumbline"),
    says: /^DATA_DIR is \/proc\/plumbline, and .*: no folder can be created there\.$/,
  },
  "a store of another user": {
    environment: dataDir("foreign"),
    wrapper: AS_ORDINARY_USER,
    says: /foreign\/postgres belongs to another user of this machine\. Run as that user, or as root\.$/,
  },
  "a full disk": {
    environment: dataDir("mounted"),
    wrapper: mounted("size=64k,mode=777", 'dd if=/dev/zero of="$DATA_DIR/filler" 2>&1 | true'),
    says: /^DATA_DIR is .*mounted, and .*: its disk is full\.$/,
  },
  "a disk too small for a database": {
    environment: dataDir("mounted"),
    wrapper: mounted("size=8m,mode=777"),
    says: /^The disk of DATA_DIR is full: a new database needs about 60 MB\.$/,
  },
  "a file as BACKUP_DIR": {
    environment: () => ({ BACKUP_DIR: join(folder, "file") }),
    says: /^BACKUP_DIR is .*file, and the site cannot keep backups there: it is a file\.$/,
  },
  "port 80 as an ordinary user": {
    environment: () => ({ PORT: "80" }),
    wrapper: [...NETWORK_NAMESPACE, ...AS_ORDINARY_USER],
    says: /^Port 80 is reserved for root\. Set PORT to 1024 or higher/,
  },
  "HOST of another machine": {
    environment: () => ({ HOST: "203.0.113.1" }),
    says: /^HOST is 203\.0\.113\.1, which is no address of this machine\.$/,
  },
};

describe.concurrent("a start ends with one line and exit code 1 for", () => {
  test.each(Object.entries(CASES))("%s", async (name, { environment, says, wrapper }) => {
    const { code, output, errors } = await runSite(environment(), wrapper);
    expect(errors.trimEnd()).toMatch(says);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
    expect(output).not.toContain("    at ");
    expect(code).toBe(1);
    const waits = output.split("\n").filter((line) => line.startsWith("Waiting for the database: "));
    if (/host|silent/.test(name)) expect(waits.length).toBeGreaterThan(2);
    else expect(waits).toEqual([]);
  });
});

async function runSite(environment: Record<string, string>, wrapper?: readonly string[]) {
  const child = spawnServer({ DATA_DIR: join(folder, "data"), ...environment }, wrapper);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, errors };
}

async function listenSilently() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function asSuperuser(name: string, ...statements: readonly string[]): Promise<void> {
  const url = new URL(embedded.superuserUrl);
  url.pathname = `/${name}`;
  for (const statement of statements) await query(url.href, statement);
}
