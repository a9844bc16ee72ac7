import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount } from "../../../tests/fixtures/auth/callers.ts";
import { registerToken, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

const HIDDEN = "Merger";
const COUNTS = ["exact", "planned", "estimated"] as const;

let fixture: RestFixture;
let adminId: string;
let userId: string;

beforeAll(async () => {
  fixture = await createRestFixture();
  const { sql } = fixture.database;
  const admin = await addAccount(fixture.database, { role: "admin" });
  const user = await addAccount(fixture.database, { role: "user" });
  [adminId, userId] = [admin.id, user.id];
  registerToken("admin-token", admin.claims);
  registerToken("user-token", user.claims);
  await sql`
    insert into public.blog_posts (title, excerpt, content, category, status, created_by)
    select 'Hidden ' || n, 'e', 'c', ${HIDDEN}, 'draft', ${adminId} from generate_series(1, 300) as n`;
  await sql`
    insert into public.blog_posts (title, excerpt, content, category, created_by)
    values ('Seen', 'e', 'c', 'Design', ${adminId})`;
  await sql`
    insert into public.contact_messages (name, email, service, message)
    select 'N', 'sender' || n || '@private.example', 'Other', 'M' from generate_series(1, 300) as n`;
  await sql`analyze`;
});
afterAll(() => fixture.drop());

describe("counts", () => {
  const range = async (key: string, path: string, count: string) => {
    const response = await fixture.send(key, path, { headers: { prefer: `count=${count}` } });
    return [response.status, response.headers.get("content-range")];
  };

  test.each(COUNTS)("a count=%s does not reveal a hidden category to a visitor", async (count) => {
    const path = (category: string) => `/blog_posts?select=id&limit=0&category=eq.${category}`;
    expect(await range("anon-key", path(HIDDEN), count)).toEqual([200, "*/0"]);
    expect(await range("anon-key", path("Nothing"), count)).toEqual([200, "*/0"]);
    expect(await range("anon-key", path("Design"), count)).toEqual([206, "*/1"]);
  });

  test.each(COUNTS)("a count=%s does not reveal other people's messages to an account", async (count) => {
    for (const bound of ["a", "sender1", "sender2", "sender299@private", "z"]) {
      const path = `/contact_messages?select=id&limit=0&email=lt.${bound}`;
      expect(await range("user-token", path, count)).toEqual([200, "*/0"]);
    }
  });
});

describe("refused inserts", () => {
  const post = (fields: object) => ({ title: "Next", excerpt: "e", content: "c", created_by: adminId, ...fields });
  const publish = async () =>
    (await fixture.as("admin-token").from("blog_posts").insert(post({})).select("id").single()).data as { id: number };

  test("a refused insert uses no id", async () => {
    const { id } = await publish();
    for (const key of ["user-token", "anon-key"]) {
      for (const created_by of [userId, adminId]) {
        const { error } = await fixture
          .as(key)
          .from("blog_posts")
          .insert([post({ created_by }), post({ created_by })]);
        expect(error?.code).toBe("42501");
      }
    }
    expect(await publish()).toEqual({ id: id + 1 });
  });

  test("a refused insert gives the same error for used and free slugs and for invalid rows", async () => {
    const refused = async (fields: object) => {
      const insert = fixture
        .as("user-token")
        .from("blog_posts")
        .insert(post({ created_by: userId, ...fields }));
      return (await insert).error;
    };
    const free = await refused({ slug: "nobody-has-this" });
    expect(free).toEqual({
      code: "42501",
      details: null,
      hint: null,
      message: 'new row violates row-level security policy for table "blog_posts"',
    });
    expect(await refused({ slug: "hidden-1" })).toEqual(free);
    expect(await refused({ slug: "hidden-1", title: "" })).toEqual(free);
  });

  test("an upsert of a hidden post gives the same error as one of a new post", async () => {
    const upsert = async (slug: string) => {
      const posts = fixture.as("user-token").from("blog_posts");
      return (await posts.upsert(post({ created_by: userId, slug }), { onConflict: "slug,locale" })).error;
    };
    expect((await upsert("hidden-1"))?.code).toBe("42501");
    expect(await upsert("hidden-1")).toEqual(await upsert("nobody-has-this"));
  });
});

describe("the author's account of a post", () => {
  const columns = ["created_by", "updated_by"];

  test.each(["anon-key", "user-token", "admin-token"])(
    "cannot be selected, filtered or ordered by with %s",
    async (key) => {
      for (const column of columns) {
        for (const query of [`select=${column}`, `select=id&${column}=eq.${adminId}`, `select=id&order=${column}`]) {
          const response = await fixture.send(key, `/blog_posts?${query}`);
          expect([query, response.status]).toEqual([query, key === "anon-key" ? 401 : 403]);
          expect(await response.json()).toMatchObject({ code: "42501" });
        }
      }
    },
  );

  test.each(["anon-key", "user-token", "admin-token"])("is not among the columns of * for %s", async (key) => {
    for (const path of ["/blog_posts?title=eq.Seen", "/blog_posts?select=*,alias:title&title=eq.Seen"]) {
      const [row] = (await (await fixture.send(key, path)).json()) as object[];
      expect(row).toMatchObject({ title: "Seen", category: "Design", version: 1 });
      expect(Object.keys(row ?? {}).filter((name) => columns.includes(name))).toEqual([]);
    }
    const { data } = await fixture.as(key).rpc("find_post", { address: "seen" });
    expect(data).toMatchObject([{ title: "Seen" }]);
    expect(data).not.toMatchObject([{ created_by: adminId }]);
  });

  test("is not returned by a write", async () => {
    const posts = fixture.as("admin-token").from("blog_posts");
    const { data, error } = await posts.update({ excerpt: "f" }).eq("title", "Seen").select();
    expect(error).toBeNull();
    expect(data).toMatchObject([{ title: "Seen", excerpt: "f" }]);
    expect(Object.keys((data?.[0] as object | undefined) ?? {}).filter((name) => columns.includes(name))).toEqual([]);
  });

  test("is returned to admins by post_writers and to the service role", async () => {
    const [seen] = await fixture.database.sql<{ id: string }[]>`select id from blog_posts where title = 'Seen'`;
    const ask = async (key: string) =>
      (await fixture.as(key).rpc("post_writers", { post_ids: [Number(seen?.id)] })).data;
    expect(await ask("admin-token")).toMatchObject([{ id: Number(seen?.id), created_by: adminId }]);
    expect(await ask("user-token")).toEqual([]);
    const service = await fixture.as("service-key").from("blog_posts").select().eq("title", "Seen").single();
    expect(service.data).toMatchObject({ created_by: adminId });
  });
});

test("query plans are not available", async () => {
  for (const accept of ["application/vnd.pgrst.plan", "application/vnd.pgrst.plan+json; options=analyze"]) {
    const response = await fixture.send("user-token", "/contact_messages?select=id", { headers: { accept } });
    expect(response.status).toBe(406);
  }
});
