import type { StoredContent } from "../../../domain/content/collections.ts";
import { SINGLE_KEY } from "../../../domain/content/collections.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { publish, readAll, readSite, type SiteRows, type StoredEntry } from "../site/site-rows.ts";
import type { TranslatedOriginal } from "./translation.ts";

type Languages = StoredContent["languages"];
export type StoredLanguages = Languages & { readonly row: StoredEntry | undefined };
export type TranslatedRows = { readonly rows: SiteRows; readonly were: readonly TranslatedOriginal[] };

export async function readLanguages(supabase: Supabase): Promise<StoredLanguages> {
  const { entries } = await readSite(supabase, { collection: "languages" });
  const row = entries.find(({ live_from }) => Date.parse(live_from) <= Date.now());
  const { first = "en", others = [] } = (row?.data ?? {}) as Partial<Languages>;
  return { first, others, row };
}

export type MissingPost = { readonly id: number; readonly title: string };

/** Published posts without a translation into this language, the newest first. */
export async function readMissingPosts(supabase: Supabase, locale: string): Promise<readonly MissingPost[]> {
  const published = (wanted: string) =>
    readAll((from, to) =>
      supabase
        .from("blog_posts")
        .select("id, title, translation_of")
        .match({ status: "published", locale: wanted })
        .is("deleted_at", null)
        .order("published_at", { ascending: false })
        .order("id")
        .range(from, to),
    );
  const [originals, translations] = await Promise.all([published(""), published(locale)]);
  const done = new Set(translations.map((post) => post.translation_of));
  return originals.filter(({ id }) => !done.has(id));
}

export async function readTranslations(
  supabase: Supabase,
  locale: string,
  collection?: string,
): Promise<TranslatedRows> {
  const [rows, were] = await Promise.all([
    readSite(supabase, { locale, ...(collection !== undefined && { collection }) }),
    unwrap(supabase.rpc("translated_originals", { of_locale: locale }), "The originals could not be read"),
  ]);
  return { rows, were };
}

/** Throws the message of the database where it refuses. False if another admin has changed them meanwhile. */
export async function storeLanguages(supabase: Supabase, { row, first }: StoredLanguages, others: Languages["others"]) {
  const address = { collection: "languages", key: SINGLE_KEY, position: row?.position ?? 0 };
  const data = { first, others };
  return (await publish(supabase, { ...address, data, live: row, scheduled: undefined })) === "published";
}

/** Makes another language the first one: texts that exist in both languages swap their addresses. */
export async function changeFirst(supabase: Supabase, tag: string, shipped: StoredContent): Promise<void> {
  const samples = Object.entries(shipped).flatMap(([collection, content]) => {
    if (typeof content !== "object") return [];
    const items = Array.isArray(content) ? (content as readonly { readonly id: string }[]) : undefined;
    if (!items) return [{ collection, key: SINGLE_KEY, position: 0, data: content }];
    return items.map(({ id, ...data }, index) => ({ collection, key: id, position: (index + 1) * 1_000, data }));
  });
  const changed = supabase.rpc("change_first_language", { wanted: tag, samples: samples as never });
  await unwrap(changed, "The first language could not be changed");
}

/** The words of the original are unchanged in meaning: the translation counts as one of its present version. */
export async function approve(supabase: Supabase, { id }: StoredEntry, original: StoredEntry | undefined) {
  const approved = supabase
    .from("entries")
    .update({ translated_version: original?.version ?? null })
    .eq("id", id);
  await unwrap(approved, "The translation could not be approved");
}
