import { once } from "node:events";
import { expect, test } from "vitest";
import { spawnSite } from "../support/built-site.ts";
import { get, sendRaw } from "../support/http.ts";

test("SITE_URL is the address in pages, whatever the Host says, and brings HSTS", async () => {
  const own = await spawnSite({ SITE_URL: "https://agency.example" });
  const { body, headers } = await get(own.url, "/blog/balance-is-a-number", { host: "evil.example" });
  await own.stop();
  expect(body.toString()).toContain(encodeURIComponent("https://agency.example/blog/balance-is-a-number"));
  expect(body.toString()).not.toContain("evil.example");
  expect(headers["strict-transport-security"]).toContain("max-age=63072000");
});

test("a wrong environment stops the start and lists every problem", async () => {
  const start = spawnSite({ PORT: "many", SITE_URL: "agency", TRUST_PROXY: "-1" });
  await expect(start).rejects.toThrow(/PORT[\s\S]*SITE_URL[\s\S]*TRUST_PROXY/);
});

test("a taken port is said in a sentence", async () => {
  const first = await spawnSite();
  await expect(spawnSite({ PORT: new URL(first.url).port })).rejects.toThrow(/is taken/);
  await first.stop();
});

test("SIGTERM lets a request under way finish and then ends with 0", async () => {
  const own = await spawnSite();
  const request = sendRaw(own.url, "GET /services/design HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 5));
  own.process.kill("SIGTERM");
  const [code] = await once(own.process, "exit");
  expect(await request).toMatch(/^HTTP\/1\.1 200 [\s\S]*<\/html>/);
  expect(code).toBe(0);
});
