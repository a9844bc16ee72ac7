import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount } from "../../../tests/fixtures/auth/callers.ts";
import { registerToken, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;
let adminId: string;

beforeAll(async () => {
  fixture = await createRestFixture();
  const admin = await addAccount(fixture.database, { role: "admin" });
  const user = await addAccount(fixture.database);
  adminId = admin.id;
  registerToken("admin-token", admin.claims);
  registerToken("user-token", user.claims);
});

afterAll(() => fixture.drop());

const post = (changes: object = {}) => ({
  title: "Balance, measured",
  slug: "balance-measured",
  excerpt: "How we know.",
  content: "<p>We measure.</p>",
  category: "Strategy",
  tags: ["measure", "balance, mostly"],
  author_name: "Ada",
  author_bio: "",
  image_url: "/art/post.avif",
  created_by: adminId,
  ...changes,
});

test("an admin publishes a post and every visitor can read it", async () => {
  expect(await fixture.as("admin-token").from("blog_posts").insert(post())).toMatchObject({ error: null, status: 201 });
  expect(fixture.changes.at(-1)).toMatchObject({ table: "blog_posts" });
  const { data } = await fixture
    .as("anon-key")
    .from("blog_posts")
    .select("id, slug, tags, status")
    .eq("slug", "balance-measured")
    .single();
  expect(data).toEqual({ id: 4, slug: "balance-measured", tags: ["measure", "balance, mostly"], status: "published" });
});

test("two posts with the same slug get different slugs", async () => {
  const again = await fixture.as("admin-token").from("blog_posts").insert(post()).select("slug").single();
  expect(again.data).toEqual({ slug: "balance-measured-2" });
});

test("users and visitors cannot publish", async () => {
  const user = await fixture.as("user-token").from("blog_posts").insert(post());
  expect([user.status, user.error?.code]).toEqual([403, "42501"]);
  const anon = await fixture.as("anon-key").from("blog_posts").insert(post());
  expect([anon.status, anon.error?.code]).toEqual([401, "42501"]);
});

test("a scheduled post is in neither the list nor the count", async () => {
  const later = post({
    title: "Tomorrow",
    slug: "tomorrow",
    published_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await fixture.as("admin-token").from("blog_posts").insert(later).throwOnError();
  const anon = await fixture.as("anon-key").from("blog_posts").select("slug", { count: "exact" }).order("id");
  expect([anon.count, anon.data?.map(({ slug }) => String(slug))]).toEqual([
    2,
    ["balance-measured", "balance-measured-2"],
  ]);
  const admin = await fixture.as("admin-token").from("blog_posts").select("*", { count: "exact", head: true });
  expect(admin.count).toBe(3);
});

test("a role lookup returns the caller's own role or PGRST116", async () => {
  const admin = await fixture.as("admin-token").from("user_roles").select("role").eq("user_id", adminId).single();
  expect(admin.data).toEqual({ role: "admin" });
  const other = await fixture.as("user-token").from("user_roles").select("role").eq("user_id", adminId).single();
  expect(other).toMatchObject({ status: 406, error: { code: "PGRST116", details: "The result contains 0 rows" } });
  const anon = await fixture.as("anon-key").from("user_roles").select("role");
  expect(anon).toMatchObject({ status: 401, error: { code: "42501" } });
});

test("an edit made on an older version changes nothing", async () => {
  const posts = fixture.as("admin-token").from("blog_posts");
  const first = await posts.update({ title: "First" }).eq("id", 4).eq("version", 1).select("version").maybeSingle();
  expect(first.data).toEqual({ version: 2 });
  const stale = await posts.update({ title: "Second" }).eq("id", 4).eq("version", 1).select("version").maybeSingle();
  expect(stale).toMatchObject({ data: null, error: null });
});

test("is_admin checks the caller", async () => {
  expect((await fixture.as("admin-token").rpc("is_admin")).data).toBe(true);
  expect((await fixture.as("user-token").rpc("is_admin")).data).toBe(false);
  expect((await fixture.as("anon-key").rpc("submit_contact_message", { message: {} })).error?.code).toBe("42501");
});
