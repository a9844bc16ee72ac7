import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { spawnSite } from "../fixtures/built-site.ts";
import { get } from "../fixtures/http.ts";
import type { Site } from "../fixtures/start-site.ts";

const TOKEN = "a-token-of-the-operator";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let site: Site;
beforeAll(async () => {
  site = await spawnSite({ METRICS_TOKEN: TOKEN });
});
afterAll(() => site.stop());

test("/metrics is a 404 without the token, and with a wrong one", async () => {
  for (const authorization of ["", `Bearer ${TOKEN}x`, "Bearer ", `Basic ${TOKEN}`]) {
    const { status, body } = await get(site.url, "/metrics", { authorization });
    expect([authorization, status]).toEqual([authorization, 404]);
    expect(body.toString()).not.toContain("plumbline_");
  }
  const without = await spawnSite();
  onTestFinished(() => without.stop());
  expect((await get(without.url, "/metrics", { authorization: "Bearer undefined" })).status).toBe(404);
});

test("requests are counted by route and status; paths and queries of visitors never appear", async () => {
  const { anonKey } = await site.readKeys();
  await get(site.url, "/careers");
  await get(site.url, "/careers");
  await get(site.url, "/not-a-page-of-ada?email=ada@agency.example");
  await get(site.url, "/rest/v1/blog_posts?slug=eq.from-ada", { apikey: anonKey });
  await get(site.url, "/favicon.svg");
  const { status, headers, body } = await get(site.url, "/metrics", { authorization: `Bearer ${TOKEN}` });
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const text = body.toString();
  for (const line of [
    /^plumbline_http_requests_total\{route="cached page",status="200"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="page",status="200"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="page",status="404"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="\/rest\/v1\/\*",status="200"\} 1$/m,
    /^plumbline_http_requests_total\{route="file",status="200"\} [1-9]/m,
    /^plumbline_http_request_duration_seconds_count\{route="\/rest\/v1\/\*"\} 1$/m,
    /^plumbline_ready 1$/m,
    /^plumbline_part_ok\{part="database",state="ok"\} 1$/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toMatch(/ada|careers|blog_posts/);
});

test("a form that another site posts is refused with an info line, not an error", async () => {
  const fields = "name=Eve&email=eve%40evil.example&service=Other&message=Hello";
  const reply = await get(site.url, "/contact", { ...FORM, origin: "https://evil.example" }, "POST", fields);
  expect([reply.status, reply.body.toString()]).toEqual([400, "This form can only be sent from this site.\n"]);
  const find = () => site.log.find((line) => line.includes("foreign post refused"));
  await expect.poll(find).toBeDefined();
  expect(JSON.parse(find() ?? "")).toMatchObject({ level: "info", path: "/contact", origin: "https://evil.example" });
  expect(site.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("LOG_LEVEL=error leaves out requests", async () => {
  const quiet = await spawnSite({ LOG_LEVEL: "error" });
  await get(quiet.url, "/careers");
  await quiet.stop();
  expect(quiet.log.filter((line) => line.startsWith("{"))).toEqual([]);
});
