import { useMemo } from "react";
import { isSame, mergeEdits } from "../../../domain/content/values.ts";
import { type DraftText, EMPTY_DRAFT, isEmptyDraft, POST_FIELD, postField } from "../../../domain/posts/draft.ts";
import { postFieldWords } from "../../../domain/posts/draft/words.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { storeOrLeave } from "../../data/save.ts";
import { useWords } from "../../ui/words.ts";
import { type StoredPost, textOfPost } from "../posts/post-rows.ts";
import {
  type DraftKey,
  findDraft,
  findDraftOfPost,
  findNewestDraft,
  type PostDraft,
  removeDraft,
  storeDraft,
  textOf,
  withLaterVersion,
} from "./draft-rows.ts";
import { useDraft } from "./draft-saver.ts";
import { createLocalCopies, type LocalCopies, type LocalCopy } from "./local-copies.ts";
import { newId } from "./new-id.ts";

export type OpenedDraft = {
  readonly copies: LocalCopies<DraftText, DraftKey>;
  readonly draft: PostDraft;
  /** Changes that are stored only in this browser. */
  readonly unsent?: LocalCopy<DraftText, DraftKey> | undefined;
  /** When the draft was last changed; absent for a new one. */
  readonly leftAt?: string | undefined;
  /** A stored draft that may be continued instead. */
  readonly offered?: PostDraft | undefined;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Opens the requested draft of a new post, or the last one in this browser, or an empty one. */
export async function openNewPost(owner: string, requestedId: string | undefined): Promise<OpenedDraft> {
  const supabase = await loadSupabase();
  const copies: OpenedDraft["copies"] = createLocalCopies("draft", owner);
  const validId = requestedId && UUID.test(requestedId) ? requestedId : undefined;
  const id = validId ?? copies.list().find(({ postId, value }) => postId === null && !isEmptyDraft(value))?.id;
  const copy = copies.claim((kept) => kept.id === id);
  const found = id && (await reconcile(copies, copy, () => findDraft(supabase, id)));
  if (found) return found;
  const draft = { id: validId ?? newId(), postId: null, postVersion: null, storedAt: null, text: EMPTY_DRAFT };
  const offered = validId ? undefined : await findNewestDraft(supabase, owner).catch(() => undefined);
  return { copies, draft, offered };
}

type PostSource = { readonly stockUrl: string; readonly draftId: string | undefined };

/** Opens the requested draft of a post, which another admin may share, or the writer's own, or the stored post. */
export async function openPost(
  supabase: Supabase,
  owner: string,
  post: StoredPost,
  { stockUrl, draftId }: PostSource,
): Promise<OpenedDraft> {
  const copies: OpenedDraft["copies"] = createLocalCopies("draft", owner);
  const requested = draftId && UUID.test(draftId) ? await findDraft(supabase, draftId) : undefined;
  const id = requested?.postId === post.id ? requested.id : undefined;
  const copy = copies.claim((kept) => (id ? kept.id === id : kept.postId === post.id));
  const find = async () => (id ? requested : findDraftOfPost(supabase, post.id, owner));
  const text = textOfPost(post, stockUrl);
  const none = { id: newId(), postId: post.id, postVersion: post.version, storedAt: null, text };
  return (await reconcile(copies, copy, find)) ?? { copies, draft: none };
}

/** The stored draft with the unsent changes of this browser; without a connection, what this browser has. */
async function reconcile(
  copies: OpenedDraft["copies"],
  copy: LocalCopy<DraftText, DraftKey> | undefined,
  findStored: () => Promise<PostDraft | undefined>,
): Promise<OpenedDraft | undefined> {
  const kept = copy && { ...copy, value: textOf(copy.value), base: textOf(copy.base) };
  const unsent = kept?.isAhead ? kept : undefined;
  try {
    const stored = await findStored();
    if (stored && unsent && unsent.id !== stored.id) {
      copies.write({ ...unsent, id: stored.id });
      copies.remove(unsent.id);
    }
    if (stored && unsent) return { copies, draft: withLaterVersion(stored, unsent), unsent, leftAt: unsent.at };
    if (stored) return { copies, draft: stored, leftAt: stored.storedAt ?? undefined };
    if (kept && !unsent) {
      // Published or discarded from another window.
      copies.remove(kept.id);
      return undefined;
    }
  } catch (error) {
    console.warn("The stored draft is out of reach", error);
  }
  return kept && { copies, draft: { ...keyOf(kept), text: kept.base }, unsent, leftAt: kept.at };
}

const keyOf = ({ id, postId, postVersion, storedAt }: DraftKey): DraftKey => ({ id, postId, postVersion, storedAt });

export type Draft = ReturnType<typeof usePostDraft>;

export const usePostFieldWords = () => useWords(postFieldWords);

/** With labels in the language of the site. */
export function usePostField() {
  const words = usePostFieldWords();
  return useMemo(() => postField(words), [words]);
}

/** A field was changed in another window, too, and no version is chosen yet. */
export const hasConflicts = ({ edit: { conflicts } }: Draft) => Object.keys(conflicts).length > 0;

export function usePostDraft({ copies, draft, unsent }: OpenedDraft) {
  const { edit, saver } = useDraft(() => ({
    row: draft,
    unsent,
    copies,
    keyOf,
    valueOf: ({ text }: PostDraft) => text,
    merge: (edits) => mergeEdits(POST_FIELD, edits),
    store: (text, row) =>
      storeOrLeave(async () => storeDraft(await loadSupabase(), { ...keyOf(row), owner: copies.owner }, text)),
  }));
  return {
    fieldWords: usePostFieldWords(),
    text: edit.value,
    edit,
    current: () => saver.current().value,
    saveNow: saver.saveNow,
    settle: saver.settle,
    dismissTaken: saver.dismissTaken,
    change: (changed: Partial<DraftText>) => saver.change((text) => ({ ...text, ...changed })),
    /** `text` of this version of the post was made from `sent`. What differs here from `sent` stays as a draft of it. */
    rebase: (sent: DraftText, version: number, text: DraftText) =>
      saver.act(async ({ value, row }) => {
        const { merged } = mergeEdits(POST_FIELD, { base: sent, mine: value, theirs: text });
        const isRemoved = isSame(merged, text) && (await tryToRemove(row.id));
        return { sent, row: { ...row, text, postVersion: version, storedAt: isRemoved ? null : row.storedAt } };
      }),
    discard: () =>
      saver.act(async ({ value, row }) => {
        await tryToRemove(row.id);
        return { sent: value };
      }),
  };
}

/** The text of a draft that stays is on the site already. */
async function tryToRemove(id: string): Promise<boolean> {
  try {
    await removeDraft(await loadSupabase(), id);
    return true;
  } catch (error) {
    console.warn("The draft could not be deleted", error);
    return false;
  }
}
