import type { Log } from "../../backend/index.ts";
import { dayOf } from "../../domain/dates.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import { createSnapshot, type Snapshot } from "../content/snapshot.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import type { PostFilter } from "./posts.ts";
import {
  COMPLETE,
  newestPosts,
  type PostRow,
  type PostSource,
  requireRows,
  type Source,
  toDatedSummary,
  toPost,
  toSummary,
} from "./stored-posts.ts";

/** Bound the file, the memory and the reading; older posts are a 503 while the database is unreachable. */
const MAX_KEPT_POSTS = 200;
const MAX_KEPT_CHARACTERS = 4_000_000;
const READ_AT_ONCE = 20;
/** With Supabase, which does not tell us of changes. */
const RENEW_INTERVAL_MS = 10_000;

type PostSnapshotOptions = { readonly dataDir: string; readonly reader: SupabaseClient; readonly log: Log };

/** The newest published posts, for when the database is unreachable. Only those that changed are read again. */
export function createPostSnapshot({ dataDir, reader, log }: PostSnapshotOptions): Snapshot<PostRow> {
  return createSnapshot<PostRow>({
    name: "posts",
    dataDir,
    intervalMs: RENEW_INTERVAL_MS,
    async read(kept) {
      const known = new Map(kept.map((row) => [versionOf(row), row]));
      const listed = requireRows(await newestPosts(reader, "id, updated_at", MAX_KEPT_POSTS));
      const rows: PostRow[] = [];
      let characters = 0;
      for (let first = 0; first < listed.length; first += READ_AT_ONCE) {
        const batch = listed.slice(first, first + READ_AT_ONCE);
        const ids = batch.filter((row) => !known.has(versionOf(row))).map(({ id }) => id);
        const changed =
          ids.length > 0 ? requireRows(await reader.from("blog_posts").select(COMPLETE).in("id", ids)) : [];
        for (const listedRow of batch) {
          const row = known.get(versionOf(listedRow)) ?? changed.find(({ id }) => id === listedRow.id);
          characters += row?.content.length ?? 0;
          if (characters > MAX_KEPT_CHARACTERS) return rows;
          if (row) rows.push(row);
        }
      }
      return rows;
    },
    log,
  });
}

const versionOf = ({ id, updated_at }: Pick<PostRow, "id" | "updated_at">) => `${id} ${updated_at}`;

/** Answers from the rows of the snapshot, which are the newest first. They are not searched: a part would look like all. */
export function createKeptPosts(all: readonly PostRow[], source: Source): PostSource {
  const rows = all.filter(({ locale = "" }) => locale === (source.locale ?? ""));
  const summarize = (found: readonly PostRow[]): PostSummary[] => found.map((row) => toSummary(row, source));
  return {
    newest: async (count, category) => summarize(rows.filter((row) => isIn(row, { category }))).slice(0, count),
    titles: async (count) =>
      rows
        .slice(0, count)
        .map(({ slug, title, published_at }) => ({ slug, title, date: dayOf(published_at, source.timeZone) })),
    async page(filter, first, most) {
      const found = rows.filter((row) => isIn(row, filter));
      const tag = found[0]?.tags.find((label) => tagSlug(label) === filter.tag);
      return { posts: summarize(found.slice(first, first + most)), total: found.length, tag };
    },
    tags: async () => rows.flatMap(({ tags }) => tags),
    archive: async (first, most) => ({
      posts: rows.slice(first, first + most).map((row) => toDatedSummary(row, source)),
      total: rows.length,
    }),
    categories: async () => [...new Set(rows.map(({ category }) => category))].filter(Boolean),
    async find(address) {
      const row = rows.find(({ id, slug }) => slug === address || String(id) === address);
      return row && toPost(row, source);
    },
    translations: async (originals) =>
      all
        .map(({ id, translation_of: of, locale = "", slug }) => ({ original: of ?? id, locale, slug }))
        .filter(({ original }) => originals.includes(original)),
  };
}

function isIn(row: PostRow, { category, tag, author }: PostFilter): boolean {
  if (tag && !row.tags.some((label) => tagSlug(label) === tag)) return false;
  return (!category || row.category === category) && (!author || (row.authors?.includes(author) ?? false));
}
