import { beforeAll, describe, expect, inject, test } from "vitest";
import { get, type Reply } from "../fixtures/network/http.ts";

const site = inject("siteUrl");
let apikey: string;
beforeAll(async () => {
  const { body } = await get(site, "/");
  apikey = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}").supabaseAnonKey;
});

describe("cache poisoning", () => {
  const HEADERS: readonly Record<string, string>[] = [
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "1" },
    { forwarded: "host=evil.example;proto=https", "x-host": "evil.example", "x-forwarded-server": "evil.example" },
    { "x-original-url": "/terms", "x-rewrite-url": "/terms", "x-http-method-override": "DELETE" },
    { "x-forwarded-prefix": "/evil.example", "x-forwarded-path": "//evil.example", via: "evil.example" },
    { cookie: "theme=evil.example", "accept-language": "evil.example", "user-agent": "evil.example" },
    { authorization: "Bearer evil.example", apikey: "evil.example", origin: "http://evil.example" },
    { accept: "application/json, evil.example/x", range: "bytes=0-9", "x-react-router-redirect": "evil.example" },
  ];
  // One path for each, so that the poisoned request is the one that fills the cache.
  const PATHS = ["/services", "/work", "/about", "/careers", "/privacy", "/sitemap", "/services/design"];

  test.each(HEADERS.map((headers, n) => [PATHS[n] ?? "", headers] as const))(
    "%s is not poisoned by %o",
    async (path, headers) => {
      const poisoned = await get(site, path, headers);
      const clean = await get(site, path);
      expect(poisoned.body.toString()).toBe(clean.body.toString());
      expect(clean.body.toString()).not.toContain("evil.example");
      expect(clean.status).toBe(200);
      expect(clean.headers["set-cookie"]).toBeUndefined();
    },
  );

  test("undeclared query parameters do not change a page", async () => {
    const clean = await get(site, "/terms");
    for (const query of [
      "?evil.example",
      "?utm_source=evil.example",
      "?__proto__=x",
      "?q=evil.example",
      "?_routes=x",
    ]) {
      expect((await get(site, `/terms${query}`)).body.equals(clean.body), query).toBe(true);
    }
  });

  test("of a repeated query parameter the first is used", async () => {
    const both = await get(site, "/blog?category=Design&category=evil.example");
    expect(both.body.toString()).not.toContain("evil.example");
    expect(both.body.equals((await get(site, "/blog?category=Design")).body)).toBe(true);
  });

  test("a response to another method is not cached", async () => {
    expect((await get(site, "/terms", { "x-http-method-override": "GET" }, "POST")).status).toBe(405);
    expect((await get(site, "/terms")).status).toBe(200);
  });
});

describe("path traversal", () => {
  const TRAVERSALS = [
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "%252e%252e%252f",
    "..\\",
    "..%5c",
    "%c0%ae%c0%ae/",
    "..%00/",
    ".../",
  ];
  const FILES = ["package.json", "server/main.ts", "data/keys.json", "keys.json", "etc/passwd"];

  test.each(["/", "/assets/", "/art/", "/icons/", "/storage/v1/object/public/images/"])(
    "from %s finds no file",
    async (folder) => {
      for (const traversal of TRAVERSALS) {
        for (const file of FILES) {
          const path = `${folder}${traversal.repeat(4)}${file}`;
          const { status, body } = await get(site, path);
          expect([301, 400, 404], path).toContain(status);
          expect(body.toString(), path).not.toMatch(/devDependencies|serviceRoleKey|root:x:|createApp/);
        }
      }
    },
  );

  test.each([
    "/package.json",
    "/.env",
    "/.git/config",
    "/keys.json",
    "/build/server/index.js",
    "/server/main.ts",
    "/assets",
  ])("%s is not served", async (path) => {
    expect((await get(site, path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe("open redirects", () => {
  test.each([
    "//evil.example",
    "///evil.example/%2e%2e",
    "/\\evil.example",
    "/%5cevil.example",
    "/%09/evil.example",
    "/.//evil.example/",
    "/..//evil.example/",
    "/%2f%2fevil.example/",
    "/services//evil.example/..",
    "/blog/1?next=//evil.example",
    "/services/cro?redirect_to=https://evil.example",
  ])("%s stays on this site", async (path) => {
    const { headers } = await get(site, path);
    expect(new URL(headers.location ?? "/", site).origin).toBe(site);
    expect(headers.location ?? "/").not.toMatch(/^\/[/\\]/);
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "javascript:hit()",
    "https://localhost@evil.example",
    "\\\\evil.example",
  ])("a mail link with redirect_to=%s redirects to this site", async (redirect) => {
    const query = new URLSearchParams({ token: "used", type: "magiclink", redirect_to: redirect });
    const { status, headers } = await get(site, `/auth/v1/verify?${query}`);
    expect(status).toBe(303);
    expect(new URL(headers.location ?? "").origin).toBe(site);
  });
});

describe("a form on another site", () => {
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const fields = "name=Eve&email=eve%40evil.example&service=Other&message=Sent+from+elsewhere";

  test.each(["/contact", "/contact.data", "/careers/x", "/careers/x.data", `/messages/${"0".repeat(54)}`])(
    "cannot send to %s",
    async (path) => {
      for (const origin of ["https://evil.example", "null", `${site}.evil.example`, "http://localhost:1"]) {
        const { status, body } = await get(site, path, { ...FORM, origin }, "POST", fields);
        expect(status, origin).toBe(400);
        expect(body.toString()).not.toContain("Message sent");
      }
    },
  );

  test("cannot send an invitation, because cookies do not authenticate", async () => {
    const body = JSON.stringify({ email: "eve@evil.example", role: "admin" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
      const cookie = "sb-access-token=x; session=x";
      expect((await get(site, "/newsroom/invite", { "content-type": type, cookie }, "POST", body)).status).toBe(401);
    }
  });
});

describe("security headers of every response", () => {
  const REQUESTS: readonly [path: string, headers?: Record<string, string>, method?: string][] = [
    ["/"],
    ["/nowhere"],
    ["/%zz"],
    ["/blog/1"],
    ["/about.data"],
    ["/messages/nonsense"],
    ["/feed.xml"],
    ["/llms.txt"],
    ["/robots.txt"],
    ["/.well-known/security.txt"],
    ["/favicon.svg"],
    ["/healthz"],
    ["/readyz"],
    ["/share/home.000000000000.jpg"],
    ["/contact", { "content-type": "text/plain" }, "POST"],
    ["/newsroom/invite", {}, "POST"],
    ["/about", {}, "PUT"],
    ["/auth/v1/authorize?provider=<script>hit()</script>"],
    ["/auth/v1/settings"],
    ["/auth/v1/.well-known/jwks.json"],
    ["/rest/v1/<script>hit()</script>"],
    ["/rest/v1/blog_posts?select=<script>hit()</script>"],
    ["/storage/v1/object/public/images/<script>.png"],
    ["/functions/v1/<script>hit()</script>"],
    ["/functions/v1/message-file/<script>hit()</script>"],
    ["/realtime/v1/<script>hit()</script>"],
  ];

  test.each(REQUESTS)("%s cannot be framed, sniffed or run as a script", async (path, headers = {}, method = "GET") => {
    const escaped = path.replace(/[<>]/g, (sign) => encodeURIComponent(sign));
    for (const key of [{}, { apikey }] as Record<string, string>[]) {
      expectSecurityHeaders(await get(site, escaped, { ...headers, ...key }, method));
    }
  });
});

function expectSecurityHeaders({ headers }: Reply): void {
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  expect(headers).not.toHaveProperty("x-powered-by");
}
