import type { StoredContent } from "../../../domain/content/collections.ts";
import type { SamplePost } from "../../../domain/posts/post.ts";
import type { SignedIn } from "../../auth/account.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import type { StoredMail } from "../inbox/message-rows.ts";
import { type Entry, isHiddenSample, siteState } from "../site/entry-states.ts";
import { changeEntry, readSite, removeStored } from "../site/site-rows.ts";
import { loadFieldWords } from "../site/words.ts";

/** Bringing one back changes its version, so that its text tells whether it is still the sample. */
export type Sample = SamplePost & { readonly excerpt: string; readonly length: number };
/** Posts and entries that came with the site and tell of its agency. */
export type Samples = { readonly posts: readonly SamplePost[]; readonly entries: readonly Entry[] };

export type FirstSteps = {
  readonly hiddenFor: "me" | "everyone" | undefined;
  readonly entries: readonly Entry[];
  readonly samples: Samples;
  /** Samples that were removed and can be brought back. */
  readonly removed: Samples;
  readonly ownPosts: number;
  /** Undefined for an admin who may not manage people. */
  readonly colleagues?: readonly string[];
  readonly testMail?: Pick<StoredMail, "recipient" | "state" | "last_error"> | undefined;
};

/** The other lists are texts of the site, to be rewritten. */
const SAMPLE_LISTS = new Set(["case-studies", "testimonials", "leaders", "authors", "jobs"]);

export async function readFirstSteps(
  supabase: Supabase,
  { id, canPeople }: SignedIn,
  { shipped, posts }: { shipped: StoredContent; posts: readonly Sample[] },
): Promise<FirstSteps> {
  const [say, hidden, rows, stored, published, people] = await Promise.all([
    loadFieldWords(),
    unwrap(supabase.from("hidden_first_steps").select("user_id"), "The first steps could not be read"),
    readSite(supabase),
    readSamplePosts(supabase, posts),
    countPublished(supabase),
    canPeople ? readPeople(supabase, id) : undefined,
  ]);
  const entries = siteState(shipped, rows, say).flatMap((state) => state.entries);
  const listed = entries.filter(({ collection }) => SAMPLE_LISTS.has(collection));
  const same = stored.filter((post) => posts.some((sample) => isSame(post, sample)));
  const shown = same.filter(({ deleted_at }) => deleted_at === null);
  return {
    hiddenFor: hidden.some(({ user_id }) => user_id === null) ? "everyone" : hidden.length > 0 ? "me" : undefined,
    entries,
    samples: { posts: shown, entries: listed.filter(({ state }) => state === "sample") },
    removed: {
      posts: same.filter(({ deleted_at }) => deleted_at !== null),
      entries: listed.filter((entry) => isHiddenSample(entry)),
    },
    ownPosts: published - shown.length,
    ...people,
  };
}

type StoredSample = Omit<Sample, "length"> & { readonly content: string; readonly deleted_at: string | null };

const isSame = (post: StoredSample, { id, slug, title, excerpt, length }: Sample) =>
  post.id === id &&
  post.slug === slug &&
  post.title === title &&
  post.excerpt === excerpt &&
  post.content.length === length;

function readSamplePosts(supabase: Supabase, samples: readonly Sample[]) {
  const ids = samples.map(({ id }) => id);
  const stored = supabase.from("blog_posts").select("id, slug, title, excerpt, content, deleted_at").in("id", ids);
  return unwrap(stored, "The posts could not be read");
}

async function countPublished(supabase: Supabase): Promise<number> {
  const published = supabase.from("blog_posts").select("id", { count: "exact", head: true });
  const { count, error } = await published
    .eq("status", "published")
    .is("deleted_at", null)
    .lte("published_at", new Date().toISOString());
  if (error) throw new Error("The posts could not be counted", { cause: error });
  return count ?? 0;
}

async function readPeople(supabase: Supabase, self: string) {
  const mails = supabase.from("mail_outbox").select("recipient, state, last_error").eq("kind", "test-mail");
  const [people, testMail] = await Promise.all([
    unwrap(supabase.rpc("list_people", { search: "", page: 1 }), "The accounts could not be read"),
    unwrap(mails.order("created_at", { ascending: false }).limit(1).maybeSingle(), "The mails could not be read"),
  ]);
  const others = people.filter(({ id, role, offered_at: offered }) => id !== self && (role === "admin" || offered));
  return { colleagues: others.flatMap(({ email }) => email ?? []), testMail: testMail ?? undefined };
}

/** Posts go to the bin, and entries are hidden. */
export async function removeSamples(supabase: Supabase, { posts, entries }: Samples): Promise<void> {
  await storeDeleted(supabase, posts, new Date().toISOString());
  for (const entry of entries) await changeEntry(supabase, entry, { hidden: true });
}

export async function bringBack(supabase: Supabase, { posts, entries }: Samples): Promise<void> {
  await storeDeleted(supabase, posts, null);
  for (const { collection, key } of entries) await removeStored(supabase, { collection, key });
}

async function storeDeleted(supabase: Supabase, posts: readonly SamplePost[], at: string | null): Promise<void> {
  const ids = posts.map(({ id }) => id);
  if (ids.length === 0) return;
  await unwrap(supabase.from("blog_posts").update({ deleted_at: at }).in("id", ids), "The posts could not be changed");
}

export async function hideSteps(supabase: Supabase, user_id: string | null): Promise<void> {
  await unwrap(supabase.from("hidden_first_steps").insert({ user_id }), "The list could not be hidden");
}

/** For this admin and for everyone. */
export async function showSteps(supabase: Supabase, self: string): Promise<void> {
  const rows = supabase.from("hidden_first_steps").delete().or(`user_id.is.null,user_id.eq.${self}`);
  await unwrap(rows, "The list could not be shown");
}
