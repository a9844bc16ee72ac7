import { createClient } from "@supabase/supabase-js";
import type { Site } from "./site.ts";

const WRITER = { email: "ada@plumbline.example", password: "correct-horse-9" };
/** Environment for startSite that creates the admin. */
export const WITH_WRITER = { ADMIN_EMAIL: WRITER.email, ADMIN_PASSWORD: WRITER.password };

/** Publishes posts as an admin's browser does. */
export async function signInWriter({ url, anonKey }: Pick<Site, "url" | "anonKey">) {
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signInWithPassword(WRITER);
  if (error) throw error;
  const created_by = data.user.id;
  return {
    client,
    async publish(posts: readonly Record<string, unknown>[]): Promise<void> {
      const { error: insertError } = await client
        .from("blog_posts")
        .insert(posts.map((post) => Object.assign({}, post, { created_by })));
      if (insertError) throw insertError;
    },
  };
}
