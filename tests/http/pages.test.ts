import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { MISSING, ROUTES } from "../fixtures/site/routes.ts";

const site = inject("siteUrl");

describe("every route", () => {
  test.each(ROUTES)("%s is a complete page", async (path) => {
    const response = await fetch(site + path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain("</html>");
    expect(html, "no part may wait behind a script").not.toContain("<template");
    expect(html, "the policy forbids style attributes").not.toMatch(/<[^>]+\sstyle=/);
  });

  test.each(MISSING)("$path is a 404 that says so", async ({ path, words }) => {
    const response = await fetch(site + path);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(new RegExp(`<h1[^>]*>${words}</h1>`));
  });

  test.each([
    ["/services/experience-design", "/services/design"],
    ["/services/ux-design", "/services/design"],
    ["/services/digital-strategy", "/services/strategy"],
    ["/services/cro", "/services/conversion"],
    ["/blog/3", "/blog/every-action-has-a-measurable-reaction"],
    ["/work/", "/work"],
    ["/blog/?category=Design", "/blog?category=Design"],
  ])("%s redirects permanently to %s", async (from, to) => {
    const response = await fetch(site + from, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe(to);
    expect((await fetch(site + to)).status).toBe(200);
  });

  test("every link on every page works", async () => {
    const targets = new Set<string>();
    for (const path of ROUTES) {
      const html = await (await fetch(site + path)).text();
      for (const [, href = ""] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
        targets.add(href.replaceAll("&amp;", "&"));
    }
    const broken: string[] = [];
    for (const href of targets) if ((await fetch(site + href)).status !== 200) broken.push(href);
    expect(broken).toEqual([]);
    expect(targets.size).toBeGreaterThan(30);
  });

  test.each(["/privacy", "/terms"])("%s links the address and phone number in its text", async (path) => {
    const html = await (await fetch(site + path)).text();
    expect(html).toContain('<a class="link" href="mailto:hello@plumbline.example">hello@plumbline.example</a>');
    expect(html).toContain('<a class="link" href="tel:+12125550142">');
  });

  test("every picture and font of a page exists and is immutable", async () => {
    const files = new Set<string>();
    for (const path of ROUTES) {
      const html = await (await fetch(site + path)).text();
      for (const [file] of html.matchAll(/\/(?:art|assets|portraits)\/[\w./-]+\.(?:avif|webp|svg|woff2|js|css)/g))
        files.add(file);
    }
    for (const file of files) {
      const response = await fetch(site + file, { method: "HEAD" });
      expect(response.status, file).toBe(200);
      const isPicture = /\.(avif|webp|svg)$/.test(file);
      expect(response.headers.get("cross-origin-resource-policy"), file).toBe(
        isPicture ? "cross-origin" : "same-origin",
      );
      if (!file.startsWith("/portraits/")) expect(response.headers.get("cache-control"), file).toContain("immutable");
    }
    expect(files.size).toBeGreaterThan(50);
  });
});

test("no page lacks a style that it uses", async () => {
  const pages = await Promise.all(
    ROUTES.map(async (path) => ({ path, html: await (await fetch(site + path)).text() })),
  );
  const styleOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const styled = (css: string) => new Set(css.match(/\.[a-z][\w-]*(?=[^{}]*\{)/g));
  const known = new Set(pages.flatMap(({ html }) => [...styled(styleOf(html))]));
  const lacking = pages.flatMap(({ path, html }) => {
    const own = styled(styleOf(html));
    const used = Array.from(html.matchAll(/\sclass="([^"]+)"/g), ([, names = ""]) => names.split(" ")).flat();
    return [...new Set(used)]
      .filter((name) => known.has(`.${name}`) && !own.has(`.${name}`))
      .map((name) => `${path} .${name}`);
  });
  expect(lacking).toEqual([]);
});

describe("a page over HTTP", () => {
  test("has the same content with brotli, gzip and no compression", async () => {
    const plain = await get(site, "/services", { "accept-encoding": "identity" });
    const gzipped = await get(site, "/services", { "accept-encoding": "gzip, br;q=0" });
    const brotli = await get(site, "/services", { "accept-encoding": "gzip, deflate, br" });
    expect(gzipped.headers["content-encoding"]).toBe("gzip");
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(plain.headers.vary).toBe("accept-encoding");
  });

  test.each(["/", "/services", "/blog", "/terms"])(
    "%s is soon served with the best brotli compression",
    async (path) => {
      const { body } = await get(site, path, { "accept-encoding": "identity" });
      const smallest = brotliCompressSync(body).length;
      const sent = async () => (await get(site, path, { "accept-encoding": "br" })).body.length;
      await expect.poll(sent).toBeLessThanOrEqual(smallest);
    },
  );

  test.each(["brotli", "x-br", "gzipped", "br;Q=0", "identity;q=0", "*;q=0", "br;q=0.0, gzip;q=0"])(
    "is plain for one who accepts %s",
    async (accepted) => {
      const { headers } = await get(site, "/services", { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBeUndefined();
    },
  );

  test("is a 304 if the ETag matches", async () => {
    const first = await get(site, "/about");
    const second = await get(site, "/about", { "if-none-match": String(first.headers.etag) });
    expect(second.status).toBe(304);
    expect(second.body).toHaveLength(0);
    expect(second.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  test("HEAD has the headers and no body", async () => {
    const head = await get(site, "/work", {}, "HEAD");
    expect(head.status).toBe(200);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(1_000);
    expect(head.body).toHaveLength(0);
  });

  test("has no separate cache entry for an undeclared query", async () => {
    const plain = await get(site, "/about");
    const decorated = await get(site, "/about?utm_source=letter&fbclid=1");
    expect(decorated.headers.etag).toBe(plain.headers.etag);
  });

  test("has cached data for client navigations", async () => {
    const data = await get(site, "/blog.data?category=Design&_routes=root");
    expect(data.status).toBe(200);
    expect(data.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(data.body.toString()).toContain("Balance is a number");
  });
});

describe("security headers", () => {
  test("the policy allows inline scripts and styles only by hash", async () => {
    for (const path of ["/", "/blog/balance-is-a-number", "/contact", "/nowhere"]) {
      const { headers, body } = await get(site, path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      const inline = [...body.toString().matchAll(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
        ([, , , text]) => text,
      );
      expect(inline.length).toBeGreaterThanOrEqual(3);
      for (const [, , attributes = "", text = ""] of inline) {
        if (/type="application\/|ld\+json/.test(attributes)) continue;
        expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
      }
    }
  });

  test.each(["/", "/nowhere", "/healthz", "/favicon.svg", "/%zz"])("are sent with %s", async (path) => {
    const { headers } = await get(site, path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["strict-transport-security"], "only where the site is https").toBeUndefined();
  });
});

describe("the scripts of a page", () => {
  test.each(["/", "/blog?page=2", "/blog/balance-is-a-number", "/search?q=checkout"])(
    "of %s stand apart from it, and hold what it needs to hydrate",
    async (path) => {
      const html = (await get(site, path)).body.toString();
      const [, address = ""] = /data-src="([^"]+)"/.exec(html) ?? [];
      const { status, headers, body } = await get(site, address.replaceAll("&amp;", "&"));
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
      expect(headers.etag).toBeTruthy();
      expect(body.toString()).toContain("streamController.enqueue");
      expect(html).not.toContain("streamController");
    },
  );

  test.each(["/nowhere.hydrate.js", "/blog/nothing.hydrate.js", "/_root.hydrate.js.hydrate.js"])(
    "%s is not there",
    async (path) => {
      const { status, headers, body } = await get(site, path);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(body.toString()).toBe("There is nothing here.\n");
    },
  );
});

describe("budgets", () => {
  test("the inline loader is at most 1 KB, and home at most 25 KB gzipped", async () => {
    const { body } = await get(site, "/", { "accept-encoding": "identity" });
    const [loader = ""] = /<script>\(function.*?\("intent"\)/s.exec(body.toString()) ?? [];
    const bytes = loader.length;
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(1_024);
    const gzipped = await get(site, "/", { "accept-encoding": "gzip" });
    expect(gzipped.body.length).toBeLessThanOrEqual(25_000);
  });

  test.each(["/", "/blog/balance-is-a-number", "/services", "/contact"])(
    "%s comes with the first flight of ten packets, headers and all",
    async (path) => {
      const sent = async () => {
        const { body, rawHeaders } = await get(site, path, { "accept-encoding": "br" });
        return body.length + rawHeaders.join(": \r\n").length;
      };
      await expect.poll(sent).toBeLessThanOrEqual(10 * 1_460);
    },
  );

  test("robots can tell the service is up", async () => {
    const health = JSON.parse((await get(site, "/healthz")).body.toString());
    expect(health).toEqual({
      healthy: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: expect.stringMatching(/^([0-9a-f]{7,}|unknown)$/),
    });
    const readiness = JSON.parse((await get(site, "/readyz")).body.toString());
    expect(readiness).toEqual({ ready: true, database: "ok", disk: expect.stringMatching(/ok|low/), mail: "ok" });
  });
});
