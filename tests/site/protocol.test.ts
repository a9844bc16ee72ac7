import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnSite } from "../support/built-site.ts";
import { get } from "../support/http.ts";

const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
const options = { auth: { persistSession: false, autoRefreshToken: false } };
let site: Awaited<ReturnType<typeof spawnSite>>;
let anonKey: string;

beforeAll(async () => {
  site = await spawnSite({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  ({ anonKey } = await site.readKeys());
}, 60_000);
afterAll(() => site.stop());

describe("supabase-js over HTTP", () => {
  test("the page carries the address and the key that work", async () => {
    const { body } = await get(site.url, "/");
    const config = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}");
    expect(config).toEqual({ supabaseUrl: site.url, supabaseAnonKey: anonKey });
  });

  test("an admin signs in, reads the role, publishes; a visitor reads it", async () => {
    const admin = createClient(site.url, anonKey, options);
    const { data, error } = await admin.auth.signInWithPassword(ADMIN);
    expect(error).toBeNull();
    const userId = data.user?.id ?? "";
    const role = await admin.from("user_roles").select("role").eq("user_id", userId).single();
    expect(role.data).toEqual({ role: "admin" });
    const inserted = await admin.from("blog_posts").insert({
      title: "Hello, plumb world",
      slug: "hello-plumb-world",
      excerpt: "Short.",
      content: "<p>Text.</p>",
      category: "Design",
      tags: ["one", "two"],
      author_name: "Ada",
      author_bio: "",
      image_url: "/art/post-stock.webp",
      created_by: userId,
    });
    expect(inserted.error).toBeNull();
    const visitor = createClient(site.url, anonKey, options);
    const read = await visitor.from("blog_posts").select("title, tags").eq("slug", "hello-plumb-world").single();
    expect(read.data).toEqual({ title: "Hello, plumb world", tags: ["one", "two"] });
    const refused = await visitor.from("blog_posts").delete().eq("slug", "hello-plumb-world").select();
    expect(refused.error?.code).toBe("42501");
    expect(
      (await visitor.from("blog_posts").select("title").eq("slug", "hello-plumb-world").single()).error,
    ).toBeNull();
  });

  test("a wrong password is refused in the service's own words", async () => {
    const { error } = await createClient(site.url, anonKey, options).auth.signInWithPassword({
      ...ADMIN,
      password: "wrong-one",
    });
    expect(error?.message).toBe("Invalid login credentials");
    expect(error?.status).toBe(400);
  });

  test("a contact message is taken", async () => {
    const { error } = await createClient(site.url, anonKey, options).functions.invoke("send-contact-email", {
      body: {
        name: "Ada Whitlock",
        email: "ada@oakmere.example",
        phone: "",
        company: "",
        service: "Other",
        message: "It leans.",
        source: `${site.url}/contact`,
      },
    });
    expect(error).toBeNull();
  });

  test("without a key nothing answers, and realtime says that there is none", async () => {
    expect((await get(site.url, "/rest/v1/blog_posts")).status).toBe(401);
    expect((await get(site.url, "/auth/v1/settings")).status).toBe(401);
    expect((await get(site.url, "/realtime/v1/websocket")).status).toBe(501);
  });

  test.each([
    "/auth/v1/token",
    "/rest/v1/blog_posts",
    "/storage/v1/object/images/a.png",
    "/functions/v1/send-contact-email",
  ])("%s answers a preflight", async (path) => {
    const preflight = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
    const { status, headers } = await get(site.url, path, preflight, "OPTIONS");
    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(String(headers["access-control-allow-headers"])).toContain("apikey");
  });
});

test("keys and data survive a stop, and the folder keeps its secrets", async () => {
  const { dataDir } = site;
  const second = await spawnSite({ DATA_DIR: dataDir }).catch((error: unknown) => String(error));
  expect(second).toContain("is in use by process");
});
