import { type DraftText, EMPTY_DRAFT, isSameDraft } from "../../../domain/posts/draft.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";

export type DraftRow = DraftText & {
  readonly id: string;
  readonly post_id: number | null;
  readonly post_version: number | null;
  readonly updated_at: string;
};

export type DraftKey = { readonly id: string; readonly postId: number | null; readonly postVersion: number | null };

export type StoredDraft = Pick<DraftRow, "id" | "updated_at">;

/** Another window of the same writer has stored this draft since. */
export type DraftConflict = { readonly theirs: DraftRow };

const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof DraftText)[];
const COLUMNS = `id, post_id, post_version, updated_at, ${FIELDS.join(", ")}`;
const DUPLICATE = "23505";

export async function findDraft(supabase: Supabase, id: string): Promise<DraftRow | undefined> {
  const found = supabase.from("post_drafts").select(COLUMNS).eq("id", id).maybeSingle<DraftRow>();
  return (await unwrap(found, "The draft could not be read")) ?? undefined;
}

/** The owner's own draft; others may share theirs. */
export async function findDraftOfPost(
  supabase: Supabase,
  postId: number,
  owner: string,
): Promise<DraftRow | undefined> {
  const own = supabase.from("post_drafts").select(COLUMNS).match({ post_id: postId, owner });
  return (await unwrap(own.maybeSingle<DraftRow>(), "The draft could not be read")) ?? undefined;
}

/** The owner's newest draft of a post that does not exist yet. */
export async function findNewestDraft(supabase: Supabase, owner: string): Promise<DraftRow | undefined> {
  const own = supabase.from("post_drafts").select(COLUMNS).eq("owner", owner).is("post_id", null);
  const newest = own.order("updated_at", { ascending: false }).limit(1).maybeSingle<DraftRow>();
  return (await unwrap(newest, "The drafts could not be read")) ?? undefined;
}

type Owned<Key> = Key & {
  /** Row level security accepts only the signed-in account. */ owner: string;
};

/** Replaces the row only if it has not changed since `basedOn`. */
export async function storeDraft(
  supabase: Supabase,
  draftKey: Owned<DraftKey>,
  text: DraftText,
  basedOn: string | null,
): Promise<StoredDraft | DraftConflict> {
  const row = { ...text, owner: draftKey.owner, post_id: draftKey.postId, post_version: draftKey.postVersion };
  if (basedOn) {
    const same = supabase.from("post_drafts").update(row).match({ id: draftKey.id, updated_at: basedOn });
    const stored = await unwrap(same.select("id, updated_at").maybeSingle(), "The draft could not be stored");
    if (stored) return stored;
  }
  const { data, error } = await supabase
    .from("post_drafts")
    .insert({ id: draftKey.id, ...row })
    .select("id, updated_at")
    .single();
  if (!error) return data;
  const theirs = error.code === DUPLICATE ? await findConflictingDraft(supabase, draftKey) : undefined;
  // An identical row is no conflict: the request arrived before and its response was lost.
  if (theirs) return hasSameContent(theirs, text, draftKey) ? theirs : { theirs };
  throw new Error("The draft could not be stored", { cause: error });
}

export async function removeDraft(supabase: Supabase, id: string): Promise<void> {
  await unwrap(supabase.from("post_drafts").delete().eq("id", id), "The draft could not be removed");
}

/** Only the text. A copy stored in this browser by an older release may lack newer fields. */
export function textOf(row: Partial<DraftText>): DraftText {
  return Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? EMPTY_DRAFT[field]])) as DraftText;
}

/** Storing this text in this row would change nothing. */
export function hasSameContent(
  row: DraftRow,
  text: DraftText,
  { postVersion }: Pick<DraftKey, "postVersion">,
): boolean {
  return row.post_version === postVersion && isSameDraft(row, text);
}

/** A post has one draft per owner, so the conflicting draft may have another id. */
async function findConflictingDraft(
  supabase: Supabase,
  { id, postId, owner }: Owned<DraftKey>,
): Promise<DraftRow | undefined> {
  const same = await findDraft(supabase, id);
  return same ?? (postId === null ? undefined : findDraftOfPost(supabase, postId, owner));
}

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
  return { isShared, by: (await nameOwners(supabase, [owner])).get(owner) ?? "Another admin" };
}

export async function nameOwners(supabase: Supabase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { data } = await supabase.rpc("name_people", { ids: [...ids] });
  return new Map(data?.map(({ id, email }) => [id, email ?? "another admin"]));
}

export async function shareDraft(supabase: Supabase, id: string, isShared: boolean): Promise<void> {
  const shared = supabase.from("post_drafts").update({ is_shared: isShared }).eq("id", id);
  await unwrap(shared, "The draft could not be shared");
}
