import { createClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import { get } from "./http.ts";

const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
/** For spawnSite: an admin who exists after the start. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

type Fields = Record<string, unknown>;
type Published = { readonly id: number; readonly slug: string; readonly title: string };

/** Publishes as an admin does: supabase-js with a session of its own. */
export async function openNewsroom(siteUrl: string, anonKey: string) {
  const client = createClient(siteUrl, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  const created_by = data.user.id;
  return {
    client,
    async publish(fields: Fields & { title: string }): Promise<Published> {
      const post = { excerpt: "An excerpt.", content: "<p>A text.</p>", category: "Design", author_name: "Ada" };
      const insert = client.from("blog_posts").insert({ ...post, slug: "", created_by, ...fields });
      const { data: row, error: refusal } = await insert.select("id, slug, title").single();
      if (refusal) throw new Error(refusal.message, { cause: refusal });
      return row;
    },
    async publishMany(count: number): Promise<void> {
      const post = { excerpt: "An excerpt.", content: "<p>A text.</p>", category: "Design", author_name: "Ada" };
      const rows = Array.from({ length: count }, (_, n) => ({
        ...post,
        title: `Post ${n} of many`,
        slug: "",
        created_by,
      }));
      const { error: refusal } = await client.from("blog_posts").insert(rows);
      if (refusal) throw new Error(refusal.message, { cause: refusal });
    },
    async change(id: number, fields: Fields): Promise<void> {
      const { error: refusal } = await client.from("blog_posts").update(fields).eq("id", id);
      if (refusal) throw new Error(refusal.message, { cause: refusal });
    },
    async remove(id: number): Promise<void> {
      const { error: refusal } = await client.from("blog_posts").delete().eq("id", id);
      if (refusal) throw new Error(refusal.message, { cause: refusal });
    },
  };
}

export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>;

export async function readPage(siteUrl: string, path: string): Promise<string> {
  return (await get(siteUrl, path, { "accept-encoding": "identity" })).body.toString();
}

/** Asks again until the page says it; the machine may be slow, so the wait is long. */
export async function waitForPage(siteUrl: string, path: string, text: string): Promise<void> {
  const settings = { timeout: 30_000, interval: 50 };
  await vi.waitFor(async () => expect(await readPage(siteUrl, path)).toContain(text), settings);
}
