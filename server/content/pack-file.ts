import { strFromU8, unzipSync } from "fflate";
import * as v from "valibot";
import type { Database } from "../../domain/database.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type Insert<Table extends "blog_posts" | "contact_messages"> = Database["public"]["Tables"][Table]["Insert"];

/** The database checks what the rows hold. */
const rows = (key: string) =>
  v.array(
    v.pipe(
      v.looseObject({ [key]: v.string(`needs ${key}`) }),
      v.transform((row) => row as Record<string, unknown>),
    ),
  );

/** A zip of the newsroom's download. */
export type Pack = {
  /** As a content file has it, pictures included. */
  readonly content: { readonly entries?: unknown; readonly pictures: readonly object[] };
  readonly posts: readonly Record<string, unknown>[];
  readonly messages: readonly Record<string, unknown>[];
};

const ZIP = "PK";

export const isPack = (bytes: Buffer) => bytes.subarray(0, ZIP.length).toString() === ZIP;

/** Throws where the file is no such zip. */
export function readPack(bytes: Buffer): Pack {
  const files = unzipSync(bytes);
  const read = (name: string): unknown => JSON.parse(files[name] ? strFromU8(files[name]) : "[]");
  const content = v.parse(
    v.looseObject({ pictures: v.array(v.looseObject({ name: v.string() })) }),
    read("content.json"),
  );
  const pictures = content.pictures.map((picture) =>
    Object.assign(picture, { bytes: Buffer.from(files[picture.name] ?? []).toString("base64") }),
  );
  return {
    content: { ...content, pictures },
    posts: v.parse(rows("slug"), read("posts.json")),
    messages: v.parse(rows("id"), read("messages.json")),
  };
}

/** Posts replace those with the same address; messages that are there already stay. */
export async function storeRows(service: SupabaseClient, { posts, messages }: Pack): Promise<void> {
  for (const { translates, ...post } of posts) {
    const table = service.from("blog_posts");
    const find = () =>
      table
        .select("id")
        .match({ slug: String(translates), locale: "" })
        .maybeSingle()
        .throwOnError();
    const original = translates === undefined ? undefined : (await find()).data;
    const row = { ...post, ...(original && { translation_of: original.id }) } as unknown as Insert<"blog_posts">;
    const at = { slug: String(post.slug), locale: typeof post.locale === "string" ? post.locale : "" };
    const { data } = await table.update(row).match(at).select("id").throwOnError();
    if (data.length === 0) await table.insert(row).throwOnError();
  }
  // The assignee is dropped, because the account belongs to the other site.
  const stored = messages.map((message) => ({ ...message, assignee: null }) as unknown as Insert<"contact_messages">);
  if (stored.length === 0) return;
  await service.from("contact_messages").upsert(stored, { onConflict: "id", ignoreDuplicates: true }).throwOnError();
}
