import { SINGLE_KEY, type StoredContent } from "../../../domain/content/collections.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { isShown, siteState, valueOfRow } from "../site/entry-states.ts";
import { readSite } from "../site/site-rows.ts";
import { loadFieldWords } from "../site/words.ts";
import { findMissing, linksIn, linksInHtml } from "./broken-links.tsx";
import { type AddressRow, type Place, readPages } from "./redirect-rows.ts";

const POSTS_AT_ONCE = 200;

/** The addresses without a page that menus, entries, pages and posts link to, with the places that do. */
export async function listBroken(supabase: Supabase, shipped: StoredContent): Promise<readonly AddressRow[]> {
  const places = new Map<string, Place[]>();
  const say = await loadFieldWords();
  const note = (paths: readonly string[], place: Place) => {
    for (const path of paths) places.set(path, [...(places.get(path) ?? []), place]);
  };
  for (const { name, collection, field, entries } of siteState(shipped, await readSite(supabase), say)) {
    for (const entry of entries.filter(isShown)) {
      const isSingle = entry.key === SINGLE_KEY;
      const label = isSingle ? collection.label : `${collection.label}: ${entry.title}`;
      const links = linksIn(field, valueOfRow(entry.live) ?? entry.shipped);
      note(links, { label, to: `/newsroom/site/${name}/${entry.key}` });
    }
  }
  for (const { slug, title, content } of await readPosts(supabase))
    note(linksInHtml(content), { label: title, to: `/newsroom/posts/${slug}` });
  const pages = new Set(await readPages());
  const missing = await findMissing([...places.keys()].filter((path) => !pages.has(path)));
  return missing.toSorted().map((path) => ({ key: path, path, places: places.get(path) ?? [] }));
}

type PostText = { readonly slug: string; readonly title: string; readonly content: string };

async function readPosts(supabase: Supabase, from = 0): Promise<readonly PostText[]> {
  const posts = supabase.from("blog_posts").select("slug, title, content").eq("status", "published");
  const some = posts.is("deleted_at", null).order("id");
  const rows = (await unwrap(some.range(from, from + POSTS_AT_ONCE - 1), "The posts could not be read")) ?? [];
  return rows.length < POSTS_AT_ONCE ? rows : [...rows, ...(await readPosts(supabase, from + POSTS_AT_ONCE))];
}
