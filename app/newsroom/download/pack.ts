import { Zip, ZipPassThrough } from "fflate";
import type { Supabase } from "../../auth/supabase-client.ts";
import { MESSAGE_COLUMNS, readFile } from "../messages/message-rows.ts";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { readAll, readSite } from "../site/site-rows.ts";

export const PARTS = {
  entries: "Texts, lists, pages and design",
  posts: "Posts",
  pictures: "Pictures",
  messages: "Messages, with the files of applications",
} as const;
export type PackPart = keyof typeof PARTS;

const POST_COLUMNS =
  "slug, title, excerpt, content, category, tags, author_name, author_bio, authors, image_url, search_title, search_description, canonical_url, card_url, status, published_at";

/** A zip that `npm run content -- import` reads. Row level security decides what is in it. */
export async function pack(
  supabase: Supabase,
  parts: ReadonlySet<PackPart>,
  onProgress: (text: string) => void,
): Promise<Blob> {
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
    for (const { id, message_id: message, name } of await readFiles(supabase)) {
      onProgress(name);
      add(`files/${message}/${name}`, new Uint8Array(await (await readFile(supabase, id)).arrayBuffer()));
    }
  }
  for (const [index, { name }] of pictures.entries()) {
    onProgress(`Picture ${index + 1} of ${pictures.length}`);
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
  const { entries } = await readSite(supabase);
  const live = entries
    .filter(({ live_from: from }) => Date.parse(from) <= Date.now())
    .toSorted((one, other) => Date.parse(one.live_from) - Date.parse(other.live_from))
    .map(({ collection, key, position, hidden, data, slug }) => ({
      collection,
      key,
      position,
      hidden,
      data,
      slug: slug || undefined,
    }));
  // A scheduled entry whose time has come replaces the one before it.
  return [...new Map(live.map((entry) => [`${entry.collection} ${entry.key}`, entry])).values()];
}

function readPosts(supabase: Supabase) {
  const all = () => supabase.from("blog_posts").select(POST_COLUMNS).is("deleted_at", null).order("id");
  return readAll((from, to) => all().range(from, to));
}

function readFiles(supabase: Supabase) {
  const all = () => supabase.from("message_files").select("id, message_id, name").order("id");
  return readAll((from, to) => all().range(from, to));
}

function readMessages(supabase: Supabase) {
  const all = () => supabase.from("contact_messages").select(MESSAGE_COLUMNS).order("created_at").order("id");
  return readAll((from, to) => all().range(from, to));
}
