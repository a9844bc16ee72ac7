import { Zip, ZipPassThrough } from "fflate";
import type { Supabase } from "../../auth/supabase-client.ts";
import { MESSAGE_COLUMNS, readFile } from "../inbox/message-rows.ts";
import { readLanguages } from "../languages/language-rows.ts";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { readAll, readSite } from "../site/site-rows.ts";
import { loadSiteWords, type SiteWords } from "../site/words.ts";

export type PackPart = keyof SiteWords["download"]["parts"];

/** The parts that can be chosen, with their labels. */
export const readParts = async () =>
  Object.entries((await loadSiteWords()).download.parts) as readonly (readonly [PackPart, string])[];

const POST_COLUMNS =
  "id, locale, translation_of, slug, title, excerpt, content, category, tags, author_name, author_bio, authors, image_url, search_title, search_description, canonical_url, card_url, status, published_at";

/** A zip that `npm run content -- import` reads. Row level security decides what is in it. */
export async function pack(
  supabase: Supabase,
  parts: ReadonlySet<PackPart>,
  onProgress: (text: string) => void,
): Promise<Blob> {
  const words = (await loadSiteWords()).download;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string, bytes: Uint8Array) => {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  };
  const addJson = (name: string, data: unknown) => add(name, new TextEncoder().encode(JSON.stringify(data, null, 2)));
  const pictures = parts.has("pictures") ? await readPictures(supabase) : [];
  addJson("content.json", {
    format: "plumbline-content-1",
    ...(parts.has("entries") && { entries: await readLive(supabase) }),
    pictures,
  });
  if (parts.has("posts")) addJson("posts.json", await readPosts(supabase));
  if (parts.has("messages")) {
    addJson("messages.json", await readMessages(supabase));
    const files = await readFiles(supabase);
    addJson("replies.json", { replies: await readReplies(supabase), files });
    for (const [index, { id, name }] of files.filter(({ is_kept }) => is_kept).entries()) {
      onProgress(words.file(index + 1, files.length));
      add(`files/${id}/${name}`, new Uint8Array(await (await readFile(supabase, id)).arrayBuffer()));
    }
  }
  for (const [index, { name }] of pictures.entries()) {
    onProgress(words.picture(index + 1, pictures.length));
    const response = await fetch(pictureUrl(name));
    if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`);
    add(name, await response.bytes());
  }
  zip.end();
  return new Blob(chunks, { type: "application/zip" });
}

function readPictures(supabase: Supabase) {
  const all = () => supabase.from("pictures").select("name, title, alt").is("deleted_at", null).order("id");
  return readAll((from, to) => all().range(from, to));
}

async function readLive(supabase: Supabase) {
  const [originals, { others }] = await Promise.all([readSite(supabase), readLanguages(supabase)]);
  const translations = await Promise.all(others.map(({ tag: locale }) => readSite(supabase, { locale })));
  const live = [originals, ...translations]
    .flatMap(({ entries }) => entries)
    .filter(({ live_from: from }) => Date.parse(from) <= Date.now())
    .toSorted((one, other) => Date.parse(one.live_from) - Date.parse(other.live_from))
    .map(({ collection, key, locale, translated_version, position, hidden, data, slug }) => ({
      collection,
      key,
      position,
      hidden,
      data,
      slug: slug || undefined,
      locale: locale || undefined,
      translated_version: translated_version ?? undefined,
    }));
  // A scheduled entry whose time has come replaces the one before it.
  return [...new Map(live.map((entry) => [`${entry.collection} ${entry.key} ${entry.locale ?? ""}`, entry])).values()];
}

/** Originals first. The numbers of posts are those of this site, so a translation names its original by the slug. */
async function readPosts(supabase: Supabase) {
  const all = () => supabase.from("blog_posts").select(POST_COLUMNS).is("deleted_at", null).order("locale").order("id");
  const posts = await readAll((from, to) => all().range(from, to));
  const slugs = new Map(posts.map(({ id, slug }) => [id, slug]));
  return posts.map(({ id: _id, translation_of: original, ...post }) =>
    Object.assign(post, original !== null && { translates: slugs.get(original) }),
  );
}

function readMessages(supabase: Supabase) {
  const all = () => supabase.from("contact_messages").select(MESSAGE_COLUMNS).order("created_at").order("id");
  return readAll((from, to) => all().range(from, to));
}

function readReplies(supabase: Supabase) {
  const columns = "id, message_id, direction, kind, sender, text, at";
  const all = () => supabase.from("message_replies").select(columns).order("at").order("id");
  return readAll((from, to) => all().range(from, to));
}

function readFiles(supabase: Supabase) {
  const columns = "id, message_id, reply_id, name, type, size, is_kept";
  const all = () => supabase.from("message_files").select(columns).order("id");
  return readAll((from, to) => all().range(from, to));
}
