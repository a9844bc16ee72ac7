import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig, SETTING_NAMES } from "./config.ts";

const project = new URL("../", import.meta.url);
const read = (name: string) => readFileSync(new URL(`deploy/${name}`, project), "utf8");
const [dockerfile, compose, unit] = [read("Dockerfile"), read("compose.yaml"), read("plumbline.service")];

test("every setting in the unit, the Dockerfile and the compose file exists and is valid", () => {
  const inUnit = /^Environment=(.*)$/m.exec(unit)?.[1] ?? "";
  const inImage = /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? "";
  const site = compose.slice(0, compose.indexOf("  database:"));
  const pairs = [...`${inUnit} ${inImage}`.matchAll(/([A-Z_]+)=(\S+)/g), ...site.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)];
  const settings = pairs.map(([, name = ""]) => name).filter((name) => name !== "NODE_ENV");
  expect(settings.length).toBeGreaterThan(10);
  expect(settings.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  const values = Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, fill(value)]));
  expect(readConfig(values)).toMatchObject({ port: 3000, trustedProxies: 1, host: "0.0.0.0" });
});

test("the proxies lead to the site's port and let its uploads pass", () => {
  expect(readConfig({}).port).toBe(3000);
  expect(read("nginx.conf")).toContain("server 127.0.0.1:3000 max_fails=0;");
  expect(read("nginx.conf")).toContain("client_max_body_size 12m;");
  expect(read("Caddyfile")).toContain("{$SITE_UPSTREAM:127.0.0.1:3000}");
  expect(read("Caddyfile")).toContain("max_size 12MB");
  expect(compose).toContain('SITE_UPSTREAM: "site:3000"');
  expect(dockerfile).toContain("EXPOSE 3000");
});

test("the paths and commands of the files exist, and neither container nor unit runs as root", () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  const missing = copied
    .map((path) => path.replace("/app/", ""))
    .filter((path) => path !== "build" && path !== "node_modules" && !existsSync(new URL(path, project)));
  expect([copied.length, missing]).toEqual([10, []]);
  expect(dockerfile).toContain('CMD ["node", "scripts/serve.mjs"]');
  expect(unit).toContain("ExecStart=/usr/bin/node scripts/serve.mjs");
  expect([dockerfile, unit].map((text) => /^(?:USER |User=)(.*)$/m.exec(text)?.[1])).toEqual([
    "plumbline",
    "plumbline",
  ]);
});

test("in the compose file the site's role is no superuser, its password needs no encoding, and logs are rotated", () => {
  expect(compose).toContain("DATABASE_URL: postgres://plumbline@database:5432/plumbline");
  expect(compose).toContain("create-role.sh:/docker-entrypoint-initdb.d/");
  expect(read("create-role.sh")).not.toMatch(/create role plumbline.*superuser/);
  expect(compose.match(/^ {4}logging: \*logging$/gm)).toHaveLength(3);
  expect(compose, "all other settings").toContain("env_file: [{ path: site.env, required: false }]");
  expect(compose).toContain('"443:443/udp"');
  expect(dockerfile).toContain("COMMIT=$COMMIT npm run build");
});

test("docs/settings.md has every setting, and the commands that read them", () => {
  const settings = readFileSync(new URL("docs/settings.md", project), "utf8");
  const missing = SETTING_NAMES.filter(
    (name) => !settings.includes(name) && !settings.includes(`\`${name.replace("AUTH_RATE_LIMIT", "")}\``),
  );
  expect(missing).toEqual([]);
  const last = settings.slice(settings.lastIndexOf("The commands"));
  for (const name of ["make-admin", "doctor", "backup", "restore", "drill", "upgrade-store", "content"])
    expect(last).toContain(`\`${name}\``);
});

test("every link between the documents leads to a file and, after #, to a heading", () => {
  const documents = ["README.md", ...readdirSync(new URL("docs/", project)).filter((name) => name.endsWith(".md"))];
  const broken = documents.flatMap((name) => {
    const url = new URL(name === "README.md" ? name : `docs/${name}`, project);
    const targets = [...readFileSync(url, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    return targets.filter((target) => !/^https?:/.test(target) && !isThere(new URL(target, url)));
  });
  expect(broken).toEqual([]);
});

function isThere(target: URL): boolean {
  const fragment = target.hash.slice(1);
  if (!existsSync(target)) return false;
  const headings = fragment ? [...readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm)] : [];
  // As GitHub makes the anchors of headings.
  const anchors = headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  return !fragment || anchors.includes(fragment);
}

/** As Docker Compose fills variables in, without quotes. */
function fill(value: string): string {
  return value
    .replaceAll(/\$\{SITE_HOST:\?\}/g, "agency.example")
    .replaceAll(/\$\{[A-Z_]+:\?\}/g, "secret")
    .replaceAll(/\$\{[A-Z_]+:-\}/g, "")
    .replaceAll('"', "");
}
