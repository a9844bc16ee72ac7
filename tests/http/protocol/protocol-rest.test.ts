import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../fixtures/network/http.ts";
import { type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

const TITLES = ["Alder", "Birch", "Cedar", "Dogwood", "Elm"];
let site: ProtocolSite;
let ada: SupabaseClient;
let adaId: string;

beforeAll(async () => {
  site = await startProtocolSite();
  ada = await site.admin();
  adaId = (await ada.auth.getUser()).data.user?.id ?? "";
  const samples = await ada.from("blog_posts").delete().gt("id", 0);
  if (samples.error) throw samples.error;
  const { error } = await ada.from("blog_posts").insert(TITLES.map((title, n) => post(title, n)));
  if (error) throw error;
});
afterAll(() => site.stop());

const posts = () => site.browser().from("blog_posts");

describe("reading", () => {
  test.each<[string, () => PromiseLike<{ data: unknown }>, unknown]>([
    ["eq", () => posts().select("title").eq("title", "Elm"), [{ title: "Elm" }]],
    [
      "in and order",
      () => posts().select("title").in("title", ["Elm", "Alder"]).order("title"),
      titled("Alder", "Elm"),
    ],
    ["ilike", () => posts().select("title").ilike("title", "%E%R").order("title"), titled("Alder", "Cedar")],
    ["or", () => posts().select("title").or("title.eq.Elm,title.eq.Birch").order("title"), titled("Birch", "Elm")],
    [
      "not and neq",
      () => posts().select("title").not("category", "eq", "Design").neq("title", "Birch"),
      titled("Dogwood"),
    ],
    ["contains", () => posts().select("title").contains("tags", ["tag-2"]), titled("Cedar")],
    [
      "gte and limit",
      () => posts().select("title").gte("title", "C").order("title").limit(2),
      titled("Cedar", "Dogwood"),
    ],
    [
      "order desc and range",
      () => posts().select("title").order("title", { ascending: false }).range(1, 2),
      titled("Dogwood", "Cedar"),
    ],
    ["single", () => posts().select("title, tags").eq("title", "Birch").single(), { title: "Birch", tags: ["tag-1"] }],
    ["maybeSingle, something", () => posts().select("title").eq("title", "Elm").maybeSingle(), { title: "Elm" }],
    ["maybeSingle, nothing", () => posts().select("title").eq("title", "Yew").maybeSingle(), null],
    ["a renamed column", () => posts().select("name:title").eq("title", "Elm"), [{ name: "Elm" }]],
  ])("%s", async (_, read, expected) => {
    expect(await read()).toMatchObject({ error: null, data: expected });
  });

  test("count, with rows and by head alone", async () => {
    const { count, data } = await posts().select("title", { count: "exact" }).order("title").range(0, 1);
    expect([count, data]).toEqual([5, titled("Alder", "Birch")]);
    expect(await posts().select("*", { count: "exact", head: true }).eq("category", "Design")).toMatchObject({
      count: 3,
      data: null,
      error: null,
    });
  });

  test.each<[string, () => PromiseLike<{ error: unknown; status: number }>, number, string]>([
    ["single without a row", () => posts().select().eq("title", "Yew").single(), 406, "PGRST116"],
    ["single with several", () => posts().select().single(), 406, "PGRST116"],
    ["an unknown column", () => posts().select("colour"), 400, "42703"],
    ["an unknown table", () => site.browser().from("secrets").select(), 404, "PGRST205"],
    ["a value of the wrong kind", () => posts().select().eq("id", "four"), 400, "22P02"],
    ["a table of others", () => site.browser().from("contact_messages").select(), 401, "42501"],
    ["an unknown function", () => site.browser().rpc("drop_all"), 404, "PGRST202"],
  ])("%s is refused", async (_, read, status, code) => {
    expect(await read()).toMatchObject({ data: null, status, error: { code } });
  });
});

describe("writing", () => {
  test("insert, update, upsert and delete return the affected rows", async () => {
    const inserted = await ada.from("blog_posts").insert(post("Fir", 5)).select("id, slug, title").single();
    expect(inserted).toMatchObject({ error: null, status: 201, data: { slug: "fir", title: "Fir" } });
    expect((await ada.from("blog_posts").select("created_by")).error).toMatchObject({ code: "42501" });
    const id = inserted.data?.id;
    expect(await ada.from("blog_posts").update({ excerpt: "New." }).eq("id", id).select("excerpt")).toMatchObject({
      data: [{ excerpt: "New." }],
    });
    const { id: userId } = await site.person("promoted");
    for (const role of ["user", "admin"]) {
      const { data } = await ada.from("user_roles").upsert({ user_id: userId, role }).select("role").single();
      expect(data).toEqual({ role });
    }
    expect(await ada.from("blog_posts").delete({ count: "exact" }).eq("id", id)).toMatchObject({
      error: null,
      count: 1,
      status: 204,
    });
    expect((await posts().select().eq("id", id)).data).toEqual([]);
  });

  test("unauthorized writes are refused and change nothing", async () => {
    const { client, id } = await site.person("reader");
    const visitor = site.browser();
    expect(await visitor.from("blog_posts").insert(post("Gone", 6))).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
    expect(await client.from("blog_posts").insert({ ...post("Gone", 6), created_by: id })).toMatchObject({
      status: 403,
      error: { code: "42501" },
    });
    expect((await client.from("blog_posts").update({ title: "Mine" }).eq("title", "Elm").select()).data).toEqual([]);
    expect((await client.from("blog_posts").delete().eq("title", "Elm").select()).data).toEqual([]);
    expect((await client.from("user_roles").insert({ user_id: id, role: "admin" })).error?.code).toBe("42501");
    expect((await posts().select("title").eq("title", "Elm")).data).toEqual(titled("Elm"));
  });

  test.each([
    ["without a title", { title: "" }, 400, "23514"],
    ["with a column that is not there", { colour: "red" }, 400, "PGRST204"],
    ["in somebody else's name", { created_by: crypto.randomUUID() }, 403, "42501"],
  ])("a post %s is refused", async (_, change, status, code) => {
    expect(await ada.from("blog_posts").insert({ ...post("Hazel", 7), ...change })).toMatchObject({
      status,
      error: { code },
    });
  });

  test("a body without content-length is accepted, and an endless one is refused", async () => {
    const token = (await ada.auth.getSession()).data.session?.access_token ?? "";
    const send = (path: string, chunks: readonly string[]) =>
      sendRaw(
        site.url,
        [
          `POST ${path} HTTP/1.1\r\nhost: ${new URL(site.url).host}\r\nconnection: close\r\napikey: ${site.anonKey}`,
          `authorization: Bearer ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
        ].join("\r\n") +
          chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("") +
          "0\r\n\r\n",
      );
    expect(await send("/rest/v1/rpc/is_admin", ["{", "}"])).toMatch(/^HTTP\/1.1 200[\s\S]*true/);
    const endless = await send(
      "/auth/v1/recover",
      Array.from({ length: 70 }, () => "x".repeat(1024)),
    );
    expect(endless).toMatch(/^HTTP\/1.1 413/);
  });
});

test("rpc runs with the caller's permissions", async () => {
  expect((await ada.rpc("is_admin")).data).toBe(true);
  expect((await site.browser().rpc("is_admin")).data).toBe(false);
  expect((await site.browser().rpc("slugify", { title: "Hello, World" })).error?.code).toBe("PGRST202");
  expect(await site.browser().rpc("claim_mails", { most: 1 })).toMatchObject({ status: 401, error: { code: "42501" } });
  const { data, error } = await ada.rpc("list_people", { search: "ada@" });
  expect(error).toBeNull();
  expect(data).toMatchObject([{ email: "ada@plumbline.example", role: "admin", total: 1 }]);
});

function titled(...titles: readonly string[]) {
  return titles.map((title) => ({ title }));
}

function post(title: string, n: number) {
  return {
    title,
    excerpt: "Short.",
    content: "<p>Text.</p>",
    category: n % 2 === 0 ? "Design" : "Strategy",
    tags: [`tag-${n}`],
    author_name: "Ada",
    created_by: adaId,
  };
}
