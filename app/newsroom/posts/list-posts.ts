import type { PostState } from "../../../domain/posts/post-state.ts";
import type { Post } from "../../../domain/posts/post.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { nameOwners } from "../drafts/draft-rows.ts";
import { readListParams } from "../shell/list-address.ts";
import { unwrap, unwrapPage } from "../shell/rows.ts";
import type { StoredPost } from "./post-rows.ts";
import { listShipped } from "./shipped-posts.ts";

export const LIST_STATES = ["all", "published", "scheduled", "drafts", "unpublished", "deleted"] as const;
export type ListState = (typeof LIST_STATES)[number];

export type ListedPost = Pick<
  StoredPost,
  "id" | "slug" | "title" | "category" | "author_name" | "status" | "published_at" | "version" | "deleted_at"
> & { readonly image_url?: string | null };
export type ListedDraft = {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly author_name: string;
  readonly image_url: string | null;
  readonly updated_at: string;
  /** The slug of the post that the draft changes; absent for a new post. */
  readonly slug?: string;
  /** The email of the other admin whose draft it is. */
  readonly sharedBy?: string;
};

export type ListQuery = { readonly state: ListState; readonly search: string; readonly page: number };
export type ListPage = {
  readonly posts: readonly ListedPost[];
  readonly drafts: readonly ListedDraft[];
  readonly count: number;
};
/** The number of posts in each view, regardless of the search. */
export type ListCounts = Readonly<Record<ListState, number>>;

export const PAGE_SIZE = 20;
const MAX_DRAFTS_AMONG_ALL = 5;

export function readQuery(params: URLSearchParams): ListQuery {
  const state = LIST_STATES.find((known) => known === params.get("state")) ?? "all";
  return { state, ...readListParams(params) };
}

type Source = { readonly shipped: readonly Post[]; readonly account: string };

/**
 * A page of posts, or of the writer's drafts and shared ones. The first page of "all" shows the newest drafts above the
 * posts; shipped posts that are not stored come after the stored ones.
 */
export async function listPage(supabase: Supabase, query: ListQuery, { shipped, account }: Source): Promise<ListPage> {
  if (query.state === "drafts") {
    const { rows, count } = await listDrafts(supabase, { ...query, account }, PAGE_SIZE);
    return { posts: [], drafts: rows, count };
  }
  const hasDrafts = query.state === "all" && query.page === 1 && !query.search;
  const [stored, own, drafts] = await Promise.all([
    listPosts(supabase, query.state, query),
    query.state === "all" || query.state === "published" ? listShipped(supabase, query.search, shipped) : [],
    hasDrafts ? listDrafts(supabase, { ...query, account }, MAX_DRAFTS_AMONG_ALL) : { rows: [] },
  ]);
  const first = (query.page - 1) * PAGE_SIZE - stored.count;
  const rest = own.slice(Math.max(0, first), Math.max(0, first + PAGE_SIZE));
  const pictures = await findPictures(
    supabase,
    stored.rows.map(({ id }) => id),
  );
  const rows = stored.rows.map((row) => ({ ...row, image_url: pictures.get(row.id) }));
  const posts = [...rows, ...rest].toSorted((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at));
  return { posts, drafts: drafts.rows, count: stored.count + own.length };
}

export async function countPosts(supabase: Supabase, { shipped, account }: Source): Promise<ListCounts> {
  const own = listShipped(supabase, "", shipped);
  const count = async (state: ListState): Promise<readonly [ListState, number]> => {
    const query = { state, search: "", page: 1 };
    if (state === "drafts") return [state, (await listDrafts(supabase, { ...query, account }, 1)).count];
    const { count: stored } = await listPosts(supabase, state, query, 1);
    return [state, stored + (state === "all" || state === "published" ? (await own).length : 0)];
  };
  return Object.fromEntries(await Promise.all(LIST_STATES.map(count))) as ListCounts;
}

/** Searches with a database function, because `ilike` cannot use the indexes and is slow with ten thousand posts. */
async function listPosts(supabase: Supabase, state: "all" | PostState, { search, page }: ListQuery, size = PAGE_SIZE) {
  if (search && !/[\p{L}\p{N}]/u.test(search)) return { rows: [], count: 0 };
  const read = (first: number, most: number) => {
    const params = { words: search ? [search] : [], wanted_state: state, first, most };
    return unwrap(supabase.rpc("newsroom_posts", params, { get: true }), "The list could not be read");
  };
  const rows = await read((page - 1) * size, size);
  // Each row contains the total, so a page without rows needs another query for it.
  const [counted] = rows.length > 0 || page === 1 ? rows : await read(0, 1);
  return { rows, count: counted?.total ?? 0 };
}

async function findPictures(supabase: Supabase, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string | null>();
  const posts = supabase.from("blog_posts").select("id, image_url").in("id", ids);
  const rows = await unwrap(posts, "The pictures of the posts could not be read");
  return new Map(rows.map(({ id, image_url }) => [id, image_url]));
}

type DraftQuery = ListQuery & { readonly account: string };

async function listDrafts(supabase: Supabase, { search, page, account }: DraftQuery, size: number) {
  const drafts = supabase
    .from("post_drafts")
    .select("id, title, category, author_name, image_url, updated_at, post_id, owner", { count: "exact" });
  const words = likeAnywhere(search);
  const found = words ? drafts.or(`title.ilike.${words},category.ilike.${words}`) : drafts;
  const newest = found.order("updated_at", { ascending: false }).range((page - 1) * size, page * size - 1);
  const { rows, count } = await unwrapPage(newest, "The list could not be read");
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
