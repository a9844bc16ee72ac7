import type { Database } from "../../../domain/database.ts";
import { BIN_DAYS, findSize } from "../../../domain/picture.ts";
import { isSupabaseMode, publicConfig } from "../../auth/public-config.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";
import { type PictureWords, pictureWords } from "./words.ts";

export type PictureRow = Pick<
  Database["public"]["Tables"]["pictures"]["Row"],
  "id" | "name" | "title" | "alt" | "created_at" | "deleted_at"
>;
export type PictureUse = Database["public"]["Functions"]["picture_uses"]["Returns"][number];

type View = keyof PictureWords["empty"];

export const pictureList = ({ list, empty }: PictureWords): List<View> => ({
  ...list,
  path: "/newsroom/pictures",
  param: "view",
  opens: "picture",
  pageSize: 48,
  empty: ({ view }) => ({ ...empty[view], to: view === "deleted" ? "/newsroom/pictures" : "/newsroom/posts/new" }),
});

/** For addresses and loaders, which need no words. */
export const PICTURES = pictureList(pictureWords.en);

export const MAX_ALT_LENGTH = 300;
const COLUMNS = "id, name, title, alt, created_at, deleted_at";

type PictureQuery = Pick<ListQuery<View>, "view" | "search" | "page">;

export async function listPictures(
  supabase: Supabase,
  { view, search, page }: PictureQuery,
): Promise<ListPage<PictureRow>> {
  const first = (page - 1) * PICTURES.pageSize;
  const all = supabase.from("pictures").select(COLUMNS, { count: "exact" });
  const inView = view === "deleted" ? all.gt("deleted_at", oldest()) : all.is("deleted_at", null);
  const matching = search ? inView.ilike("words", `%${search.replace(/[\\%_]/g, "\\$&")}%`) : inView;
  const newest = matching.order(view === "deleted" ? "deleted_at" : "created_at", { ascending: false }).order("id");
  return unwrapPage(newest.range(first, first + PICTURES.pageSize - 1), "The pictures could not be read");
}

/** Rows older than this are erased, or will be soon. */
const oldest = () => new Date(Date.now() - BIN_DAYS * 86_400_000).toISOString();

export async function findPicture(supabase: Supabase, id: string): Promise<PictureRow | undefined> {
  const found = supabase.from("pictures").select(COLUMNS).eq("id", id).maybeSingle();
  return (await unwrap(found, "The picture could not be read")) ?? undefined;
}

export function findUses(supabase: Supabase, id: string): Promise<readonly PictureUse[]> {
  return unwrap(supabase.rpc("picture_uses", { of_picture: id }), "The uses of the picture could not be read");
}

const BUCKET_PATH = "/storage/v1/object/public/images/";

/** A path on this site, so that it survives a change of domain; a URL of Supabase. */
export function pictureUrl(name: string): string {
  return `${isSupabaseMode() ? publicConfig().supabaseUrl : ""}${BUCKET_PATH}${name}`;
}

/** The smallest version of an upload; only this site's storage makes versions. */
export function thumbnailOf(name: string): string {
  const sized = isSupabaseMode() ? undefined : findSize(name);
  return pictureUrl(sized ? `${sized.src}-${sized.widths[0]}.webp` : name);
}
