import type { PostState } from "../../../domain/posts/post-state.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import { nameOwners } from "../drafts/draft-rows.ts";
import { readLanguages } from "../languages/language-rows.ts";
import { nameOfLanguage } from "../languages/language-tabs.tsx";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";
import type { StoredPost } from "./post-rows.ts";
import { type PostsWords, postsWords } from "./words.ts";

const PAGE_SIZE = 20;

export type View = keyof PostsWords["list"]["views"];

export const postsList = ({ list }: PostsWords): List<View> => ({
  path: "/newsroom/posts",
  param: "state",
  label: list.label,
  views: list.views,
  searchLabel: list.search,
  pageSize: PAGE_SIZE,
  noun: [list.entry, list.entries],
  notFound: list.notFound,
  empty: ({ view }) => ({
    text: list.empty[view],
    ...(view === "deleted" || view === "unpublished"
      ? { action: list.showAll, to: "/newsroom/posts" }
      : { action: list.write, to: "/newsroom/posts/new" }),
  }),
});

/** For loaders, which need its addresses only. */
export const POSTS = postsList(postsWords.en);

export type ListedPost = Pick<
  StoredPost,
  "id" | "slug" | "title" | "category" | "author_name" | "status" | "published_at" | "version" | "deleted_at"
> & {
  readonly image_url?: string | null;
  /** Unpublished changes: the email of the other admin who shares them, or "" if they are the writer's own. */
  readonly changesOf?: string | undefined;
  readonly locale?: string | undefined;
  /** Of a site in several languages. */
  readonly language?: string | undefined;
  /** The post that this one translates. */
  readonly original?: { readonly id: number; readonly title: string } | undefined;
  /** The original has changed since. */
  readonly isOutdated?: boolean | undefined;
};
export type ListedDraft = {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly author_name: string;
  readonly image_url: string | null;
  readonly updated_at: string;
  readonly post_id: number | null;
  /** The slug of the post that the draft changes; absent for a new post. */
  readonly slug?: string;
  /** The email of the other admin whose draft it is. */
  readonly sharedBy?: string;
};

export type PostsRow = ListedPost | ListedDraft;

export const isDraft = (row: PostsRow): row is ListedDraft => typeof row.id === "string";

// A page of posts, or of the writer's drafts and shared ones. "All" begins with the drafts of new posts; a draft that
// changes a post is a mark in its row.
export async function listPosts(
  supabase: Supabase,
  { view, search, page }: ListQuery<View>,
  account: string,
): Promise<ListPage<PostsRow>> {
  const size = PAGE_SIZE;
  const first = (page - 1) * size;
  const drafts =
    view === "drafts" || view === "all"
      ? await listDrafts(supabase, { search, first, size, isNew: view === "all", account })
      : { rows: [], count: 0 };
  if (view === "drafts") return drafts;
  const place = { search, first: Math.max(0, first - drafts.count), size: size - drafts.rows.length };
  const { rows, count } = await listStored(supabase, view, place);
  const ids = rows.map(({ id }) => id);
  const details = await findDetails(supabase, ids, account);
  const posts = rows.map((row): ListedPost => Object.assign({}, row, details(row.id)));
  return { rows: [...drafts.rows, ...posts], count: drafts.count + count };
}

type Place = { readonly search: string; readonly first: number; readonly size: number };

/** Searches with a database function, because `ilike` cannot use the indexes and is slow with ten thousand posts. */
async function listStored(supabase: Supabase, state: "all" | PostState, { search, first, size }: Place) {
  if (search && !/[\p{L}\p{N}]/u.test(search)) return { rows: [], count: 0 };
  const read = (from: number, most: number) => {
    const params = { words: search ? [search] : [], wanted_state: state, first: from, most };
    return unwrap(supabase.rpc("newsroom_posts", params, { get: true }), "The list could not be read");
  };
  const rows = size > 0 ? await read(first, size) : [];
  // Each row contains the total, so a page without rows needs another query for it.
  const [counted] = rows.length > 0 || (first === 0 && size > 0) ? rows : await read(0, 1);
  return { rows, count: counted?.total ?? 0 };
}

/** The pictures and languages of posts, and which posts have changes that are not published. */
async function findDetails(supabase: Supabase, ids: readonly number[], account: string) {
  if (ids.length === 0) return () => ({});
  const posts = supabase.from("blog_posts").select("id, image_url, locale, translation_of").in("id", ids);
  const drafts = supabase.from("post_drafts").select("post_id, owner").in("post_id", ids);
  const [stored, changes, { first, others: languages }] = await Promise.all([
    unwrap(posts, "The pictures of the posts could not be read"),
    unwrap(drafts, "The drafts of the posts could not be read"),
    readLanguages(supabase),
  ]);
  const { originals, outdated } = await findOriginals(supabase, stored);
  const others = changes.flatMap(({ owner }) => (owner === account ? [] : owner));
  const owners = await nameOwners(supabase, others);
  return (id: number) => {
    const own = changes.filter(({ post_id }) => post_id === id).map(({ owner }) => owners.get(owner) ?? "");
    const post = stored.find((each) => each.id === id);
    return {
      image_url: post?.image_url,
      locale: post?.locale,
      changesOf: own.toSorted()[0],
      language: languages.length > 0 ? nameOfLanguage(post?.locale || first) : undefined,
      original: originals.find((each) => each.id === post?.translation_of),
      isOutdated: outdated.includes(id),
    };
  };
}

/** What translations are of, and which of them are older than the words of their original. */
async function findOriginals(
  supabase: Supabase,
  posts: readonly { readonly id: number; readonly translation_of: number | null }[],
): Promise<{ originals: readonly NonNullable<ListedPost["original"]>[]; outdated: readonly number[] }> {
  const of_posts = posts.flatMap(({ id, translation_of: of }) => (of === null ? [] : id));
  if (of_posts.length === 0) return { originals: [], outdated: [] };
  const ids = posts.flatMap(({ translation_of: of }) => of ?? []);
  const [originals, outdated] = await Promise.all([
    unwrap(supabase.from("blog_posts").select("id, title").in("id", ids), "The originals could not be read"),
    unwrap(supabase.rpc("outdated_translations", { of_posts }, { get: true }), "The originals could not be read"),
  ]);
  return { originals, outdated };
}

type DraftPlace = Place & {
  /** Only drafts of posts that were never published. */
  readonly isNew: boolean;
  readonly account: string;
};

type Drafts = { readonly rows: readonly ListedDraft[]; readonly count: number };

async function listDrafts(supabase: Supabase, place: DraftPlace): Promise<Drafts> {
  const { search, first, size, isNew, account } = place;
  const drafts = supabase
    .from("post_drafts")
    .select("id, title, category, author_name, image_url, updated_at, post_id, owner", { count: "exact" });
  const wanted = isNew ? drafts.is("post_id", null) : drafts;
  const words = likeAnywhere(search);
  const found = words ? wanted.or(`title.ilike.${words},category.ilike.${words}`) : wanted;
  const newest = found.order("updated_at", { ascending: false }).range(first, first + size - 1);
  const { rows, count } = await unwrapPage(newest, "The list could not be read");
  // A range past the end is answered without the total.
  if (rows.length === 0 && first > 0) return listDrafts(supabase, { ...place, first: 0, size: 0 });
  const others = rows.flatMap(({ owner }) => (owner === account ? [] : owner));
  const ids = rows.flatMap(({ post_id }) => post_id ?? []);
  const [slugs, owners] = await Promise.all([findSlugs(supabase, ids), nameOwners(supabase, others)]);
  return {
    rows: rows.map((draft): ListedDraft =>
      Object.assign(draft, { slug: slugs.get(draft.post_id ?? 0), sharedBy: owners.get(draft.owner) }),
    ),
    count,
  };
}

async function findSlugs(supabase: Supabase, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const posts = supabase.from("blog_posts").select("id, slug").in("id", ids);
  const rows = await unwrap(posts, "The posts of the drafts could not be read");
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Escaped twice: for LIKE, and for the quotes of the PostgREST filter. */
function likeAnywhere(search: string): string | undefined {
  if (!search) return undefined;
  const pattern = search.replace(/[\\%_]/g, "\\$&");
  return `"%${pattern.replace(/[\\"]/g, "\\$&")}%"`;
}

export function editorOf(row: PostsRow): string {
  if (!isDraft(row)) return `/newsroom/posts/${row.id}`;
  const { id, post_id, sharedBy } = row;
  return `/newsroom/posts/${post_id ?? "new"}${post_id === null || sharedBy ? `?draft=${id}` : ""}`;
}
