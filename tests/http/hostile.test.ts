import { describe, expect, inject, test } from "vitest";
import { get, sendRaw } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const site = inject("siteUrl");

describe("a malformed request", () => {
  test.each([
    ["/%zz", 400],
    ["/%E0%A4%A", 400],
    ["/%00", 400],
    ["/a%0d%0aset-cookie:x", 400],
    ["/..%5c..%5cwindows", 400],
    [`/${"x".repeat(5_000)}`, 414],
    [`/search?q=${"x".repeat(5_000)}`, 414],
  ])("%s is refused with %i and a sentence", async (path, status) => {
    const reply = await get(site, path);
    expect(reply.status).toBe(status);
    expect(reply.body.toString()).toMatch(/^[A-Z].*\.\n$/);
  });

  test("a query of 100 KB is refused before it is read completely", async () => {
    const answer = await sendRaw(site, `GET /?q=${"x".repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toContain("too long");
  });

  test.each([
    "/../package.json",
    "/assets/../../package.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/.env",
    "/assets/",
    "/art",
  ])("%s reaches no file", async (path) => {
    const reply = await get(site, path);
    expect([301, 400, 404]).toContain(reply.status);
    expect(reply.body.toString()).not.toContain("devDependencies");
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "POST", "TRACE", "PROPFIND"])(
    "%s on a page is 405",
    async (method) => {
      const reply = await get(site, "/about", {}, method);
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe("GET, HEAD");
    },
  );

  test("bytes that are not HTTP get a 400", async () => {
    expect(await sendRaw(site, "HELO plumbline\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(["evil.example/path", "a b", "<script>", ""])("a Host of %j is refused", async (host) => {
    const answer = await sendRaw(site, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("a cached page is never sent to another Host", async () => {
    await get(site, "/blog/balance-is-a-number", { host: "evil.example" });
    const { body } = await get(site, "/blog/balance-is-a-number", { host: "agency.example" });
    expect(body.toString()).not.toContain("evil.example");
    expect(body.toString()).toContain(encodeURIComponent("http://agency.example/blog/balance-is-a-number"));
  });

  test("a path with two leading slashes does not redirect to another host", async () => {
    for (const path of ["//evil.example/", "//evil.example", "/\\evil.example/", "/%2f%2fevil.example/"]) {
      const { headers, status } = await get(site, path);
      expect(headers.location ?? "/").toMatch(/^\/(?!\/)/);
      expect([301, 400, 404]).toContain(status);
    }
  });

  test.each([
    "/blog?category=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "/search?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
    "/blog?page=-1",
    "/blog?page=99999999999999999999",
    "/blog?page=1e9",
    "/search?q=%F0%9F%92%A9",
    "/search?q=((((",
    "/contact?service=%22%3E%3Cscript%3E",
    "/services/__proto__",
    "/work/constructor",
    "/blog/toString",
  ])("%s is answered, and nothing of it runs", async (path) => {
    const { status, body } = await get(site, path);
    expect([200, 404]).toContain(status);
    expect(body.toString()).not.toMatch(/<script>alert|<img src=x/);
  });
});

describe("the contact form without scripts", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };

  test("shows each error beside its field and keeps the entered text", async () => {
    const fields = new URLSearchParams({ name: "Ada <b>", email: "ada@", message: "" }).toString();
    const reply = await get(site, "/contact", headers, "POST", fields);
    const html = reply.body.toString();
    expect(reply.status).toBe(400);
    expect(html).toContain('value="Ada &lt;b&gt;"');
    expect(html).toContain("This address is not complete.");
    expect(html).toContain("Please choose what this is about.");
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(String(reply.headers["content-security-policy"])).toContain("sha256-");
  });

  test("a body over the limit is a 413", async () => {
    const reply = await get(site, "/contact", headers, "POST", `message=${"x".repeat(100_000)}`);
    expect(reply.status).toBe(413);
  });

  test.each([
    ["is taken, as some proxies send it", 1, 400],
    ["is counted as well", 100, 413],
  ])("a body of unknown length %s", async (_what, chunks, status) => {
    const chunk = `3e8\r\nname=${"x".repeat(995)}\r\n`;
    const head = "POST /contact HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n";
    const type = "content-type: application/x-www-form-urlencoded\r\n\r\n";
    const answer = await sendRaw(site, `${head}${type}${chunk.repeat(chunks)}0\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

test.each(["application/json", "text/plain", "multipart/form-data", ""])(
  "a post of the wrong kind (%s) comes back with the errors",
  async (type) => {
    const reply = await get(site, "/contact", { "content-type": type }, "POST", "{}");
    expect(reply.status).toBe(400);
    expect(reply.body.toString()).toContain("Please tell us your name.");
  },
);

test.each(["[[", "::", "a:99999", "1.2.3.4.5"])("a Host of %s is a client error, not a server error", async (host) => {
  expect(await sendRaw(site, `GET /about HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test.each(["/ABOUT", "/Services/Design"])("%s is a 404: paths are case-sensitive", async (path) => {
  expect((await get(site, path)).status).toBe(404);
});

describe("the log", () => {
  test("has one line for each request of a missing path, even if the response is cached", async () => {
    const own = await spawnSite();
    const path = `/missing%22%7D-${"y".repeat(300)}`;
    for (let times = 0; times < 3; times += 1) await get(own.url, path);
    await own.stop();
    const lines = own.log.filter((line) => line.includes("/missing%22")).map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatchObject({ level: "warn", event: "missing", method: "GET" });
      expect(line.path.length).toBeLessThanOrEqual(200);
    }
  });

  test("is not filled by a flood of missing paths", async () => {
    const own = await spawnSite();
    await Promise.all(Array.from({ length: 300 }, (_, n) => get(own.url, `/missing-${n % 30}`)));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await get(own.url, "/missing-after-all");
    await own.stop();
    const lines = own.log.filter((line) => /"path":"\/missing-\d/.test(line)).length;
    const seconds = new Set(own.log.map((line) => /"time":"([^.]+)/.exec(line)?.[1])).size;
    expect(lines).toBeGreaterThanOrEqual(20);
    expect(lines).toBeLessThanOrEqual(20 * (seconds + 1));
    expect(own.log.join("\n")).toContain('"event":"missing, left out"');
    expect(own.log.join("\n")).toContain("/missing-after-all");
  });

  test("never contains the token of a receipt's link, even if the link is malformed", async () => {
    const own = await spawnSite();
    for (const path of ["/messages/s3cret", "/messages/s3cret/", "/messages/s3cret/x", "/messages/s3cret.data"]) {
      await get(own.url, path);
    }
    await own.stop();
    expect(own.log.join("\n")).toContain("/messages/…");
    expect(own.log.join("\n")).not.toContain("s3cret");
  });

  test("contains the request id of the response", async () => {
    const own = await spawnSite();
    const reply = await get(own.url, "/about");
    await own.stop();
    const line = own.log.find((entry) => entry.includes(String(reply.headers["x-request-id"])));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ event: "request", method: "GET", path: "/about", status: 200 });
  });
});
