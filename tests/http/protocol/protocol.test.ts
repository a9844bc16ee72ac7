import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let anonKey: string;

beforeAll(async () => {
  site = await spawnSite();
  ({ anonKey } = await site.readKeys());
});
afterAll(() => site.stop());

test("pages contain the working backend URL and key", async () => {
  const { body } = await get(site.url, "/");
  const config = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}");
  expect(config).toEqual({ supabaseUrl: site.url, supabaseAnonKey: anonKey });
});

test("rest/v1 refuses requests without a key, and auth/v1 those with a wrong one", async () => {
  expect((await get(site.url, "/rest/v1/blog_posts")).status).toBe(401);
  expect((await get(site.url, "/auth/v1/settings", { apikey: "wrong" })).status).toBe(401);
});

test("an unknown path of auth/v1 is a JSON 404", async () => {
  for (const path of ["/", "/nowhere", "/admin/nowhere", "/user/nowhere"]) {
    for (const method of ["GET", "POST"]) {
      const response = await get(site.url, `/auth/v1${path}`, { apikey: anonKey }, method);
      expect(response.status, path).toBe(404);
      expect(response.headers["content-type"], path).toContain("application/json");
      expect(JSON.parse(response.body.toString())).toMatchObject({ code: 404, msg: "404 page not found" });
    }
  }
});

describe("a preflight from another site", () => {
  const names = [
    ["authorization", "apikey", "x-client-info", "content-type", "prefer", "accept-profile", "content-profile"],
    ["range", "x-supabase-api-version", "idempotency-key"],
  ].flat();

  test.each([
    ["/auth/v1/user", "PUT"],
    ["/rest/v1/blog_posts", "PATCH"],
    ["/storage/v1/object/images/a.png", "POST"],
    ["/functions/v1/send-contact-email", "POST"],
  ])("to %s is allowed", async (path, method) => {
    const preflight = { origin: "https://elsewhere.example", "access-control-request-method": method };
    const { status, headers } = await get(site.url, path, preflight, "OPTIONS");
    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(String(headers["access-control-allow-methods"]).split(",")).toContain(method);
    expect(String(headers["access-control-allow-headers"]).split(",")).toEqual(expect.arrayContaining(names));
  });
});

test("a second process on the same folder reports which process holds it", async () => {
  const second = await spawnSite({ DATA_DIR: site.dataDir }).catch((error: unknown) => String(error));
  expect(second).toContain(`is in use by process ${site.process.pid}`);
});
