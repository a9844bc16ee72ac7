import { shape } from "../../../domain/content/values.ts";
import { type DraftText, POST_FIELD } from "../../../domain/posts/draft.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { draftWords } from "./words.ts";

type DraftRow = Partial<DraftText> & {
  readonly id: string;
  readonly post_id: number | null;
  readonly post_version: number | null;
  readonly updated_at: string;
  readonly locale?: string;
  readonly translation_of?: number | null;
};

export type DraftKey = {
  readonly id: string;
  readonly postId: number | null;
  readonly postVersion: number | null;
  /** When it was last stored; null for a draft that is not stored. */
  readonly storedAt: string | null;
};

/** The draft of a post, or the post's own text if it has no draft. */
export type PostDraft = DraftKey & {
  readonly text: DraftText;
  /** Of a new post in another language. */
  readonly translation?: PostTranslation | undefined;
};
export type PostTranslation = { readonly locale: string; readonly translation_of: number | null };

const COLUMNS = `id, post_id, post_version, updated_at, locale, translation_of, ${Object.keys(POST_FIELD.fields).join(", ")}`;
const DUPLICATE = "23505";

export async function findDraft(supabase: Supabase, id: string): Promise<PostDraft | undefined> {
  const found = supabase.from("post_drafts").select(COLUMNS).eq("id", id).maybeSingle<DraftRow>();
  return toDraft(await unwrap(found, "The draft could not be read"));
}

/** The owner's own draft; others may share theirs. */
export async function findDraftOfPost(supabase: Supabase, postId: number, owner: string) {
  const own = supabase.from("post_drafts").select(COLUMNS).match({ post_id: postId, owner });
  return toDraft(await unwrap(own.maybeSingle<DraftRow>(), "The draft could not be read"));
}

/** The owner's newest draft of a post that does not exist yet. */
export async function findNewestDraft(supabase: Supabase, owner: string): Promise<PostDraft | undefined> {
  const own = supabase.from("post_drafts").select(COLUMNS).eq("owner", owner).is("post_id", null);
  const newest = own.order("updated_at", { ascending: false }).limit(1).maybeSingle<DraftRow>();
  return toDraft(await unwrap(newest, "The drafts could not be read"));
}

function toDraft(row: DraftRow | null): PostDraft | undefined {
  if (!row) return undefined;
  const { id, post_id: postId, post_version: postVersion, updated_at: storedAt } = row;
  const { locale, translation_of = null } = row;
  const translation = locale ? { locale, translation_of } : undefined;
  return { id, postId, postVersion, storedAt, text: textOf(row), translation };
}

/** A draft of a post in another language begins with what the two share. */
export async function draftTranslation(supabase: Supabase, owner: string, original: number, locale: string) {
  const shared = supabase.from("blog_posts").select("image_url, authors, author_name").eq("id", original).single();
  const { authors, ...same } = await unwrap(shared, "The post could not be read");
  const id = crypto.randomUUID();
  const row = { id, owner, locale, translation_of: original, ...same, authors: authors.join(", ") };
  await unwrap(supabase.from("post_drafts").insert(row), "The draft could not be stored");
  return id;
}

type Owned = DraftKey & { /** Row level security accepts only the signed-in account. */ readonly owner: string };

/** Replaces the row only if it is as it was stored last; otherwise returns the stored one. */
export async function storeDraft(supabase: Supabase, { owner, ...key }: Owned, text: DraftText) {
  const { id, postId, postVersion, storedAt } = key;
  const row = { ...text, image_url: text.image_url || null, owner, post_id: postId, post_version: postVersion };
  const toStored = (at: string) => ({ stored: { ...key, storedAt: at, text } });
  if (storedAt) {
    const same = supabase.from("post_drafts").update(row).match({ id, updated_at: storedAt });
    const stored = await unwrap(same.select("updated_at").maybeSingle(), "The draft could not be stored");
    if (stored) return toStored(stored.updated_at);
  }
  const inserted = supabase.from("post_drafts").insert({ id, ...row });
  const { data, error } = await inserted.select("updated_at").single();
  if (!error) return toStored(data.updated_at);
  // A post has one draft per owner, so the stored draft may have another id.
  const find = async () =>
    (await findDraft(supabase, id)) ?? (postId === null ? undefined : findDraftOfPost(supabase, postId, owner));
  const theirs = error.code === DUPLICATE ? await find() : undefined;
  if (theirs) return { theirs: withLaterVersion(theirs, key) };
  throw new Error("The draft could not be stored", { cause: error });
}

/** The draft may be stored with an earlier version of the post than the one that its writer has seen since. */
export const withLaterVersion = (draft: PostDraft, { postVersion }: Pick<DraftKey, "postVersion">): PostDraft => ({
  ...draft,
  postVersion: postVersion === null ? draft.postVersion : Math.max(postVersion, draft.postVersion ?? 0),
});

export async function removeDraft(supabase: Supabase, id: string): Promise<void> {
  await unwrap(supabase.from("post_drafts").delete().eq("id", id), "The draft could not be removed");
}

/** Only the text. A copy stored in this browser by an older release may lack newer fields. */
export const textOf = (row: unknown) => shape(POST_FIELD, row) as DraftText;

/** Whether a stored draft is shared with the other admins, and by which admin. */
export type Sharing = {
  readonly isShared: boolean;
  /** The owner's email, if it is another admin. */ readonly by?: string;
};

/** Undefined for a draft that is not stored yet. */
export async function readSharing(supabase: Supabase, id: string, account: string): Promise<Sharing | undefined> {
  const { data } = await supabase.from("post_drafts").select("owner, is_shared").eq("id", id).maybeSingle();
  if (!data) return undefined;
  const { owner, is_shared: isShared } = data;
  if (owner === account) return { isShared };
  const names = await nameOwners(supabase, [owner]);
  return { isShared, by: names.get(owner) ?? (await draftWords()).taken.admin };
}

export async function nameOwners(supabase: Supabase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { data } = await supabase.rpc("name_people", { ids: [...ids] });
  const { anotherAdmin } = await draftWords();
  return new Map(data?.map(({ id, email }) => [id, email ?? anotherAdmin]));
}

export async function shareDraft(supabase: Supabase, id: string, isShared: boolean): Promise<void> {
  const shared = supabase.from("post_drafts").update({ is_shared: isShared }).eq("id", id);
  await unwrap(shared, "The draft could not be shared");
}
