import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../support/http.ts";
import { PASSWORD, type ProtocolSite, startProtocolSite } from "../support/protocol-site.ts";

const FLOOD = 450;
/** Back references make PostgreSQL try every way to cut the text in pieces. */
const SLOW = `/rest/v1/blog_posts?select=id&content=match.${encodeURIComponent("^(a*)(a*)(a*)\\1\\2\\3.$")}`;

let site: ProtocolSite;
let bearers: string[];
let email: string;

beforeAll(async () => {
  site = await startProtocolSite();
  const admin = await site.admin();
  const post = { title: "Long", slug: "", excerpt: "e", content: "a".repeat(20_000), author_name: "Ada" };
  const { error } = await admin
    .from("blog_posts")
    .insert({ ...post, created_by: (await admin.auth.getUser()).data.user?.id });
  if (error) throw new Error("There is nothing to search in", { cause: error });
  const person = await site.person("curious");
  email = person.email;
  bearers = [site.anonKey, (await person.client.auth.getSession()).data.session?.access_token ?? ""];
});
afterAll(() => site.stop());

test("while visitors and an account flood the site with slow filters, others sign in and read", async () => {
  const statuses: number[] = [];
  const flood = bearers.flatMap((bearer) =>
    Array.from({ length: FLOOD }, async () => {
      const { status, headers } = await get(site.url, SLOW, {
        apikey: site.anonKey,
        authorization: `Bearer ${bearer}`,
      });
      statuses.push(status === 503 && !headers["retry-after"] ? 0 : status);
    }),
  );
  // Nobody waits for its end.
  void Promise.allSettled(flood);
  await expect.poll(() => statuses).toContain(503);
  const { error } = await site.browser().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  const page = await get(site.url, "/search?q=balance", { "accept-encoding": "identity" });
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain("Balance is a number");
  expect(statuses.length, "most of the flood is still waiting").toBeLessThan(FLOOD);
  await expect.poll(() => new Set(statuses)).toEqual(new Set([500, 503]));
});
