import { type DraftText, EMPTY_DRAFT, isEmptyDraft } from "../../../domain/posts/draft.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { type StoredPost, textOfPost } from "../posts/post-rows.ts";
import {
  type DraftKey,
  type DraftRow,
  findDraft,
  findDraftOfPost,
  findNewestDraft,
  hasSameContent,
  textOf,
} from "./draft-rows.ts";
import type { LocalCopies, LocalCopy } from "./local-copies.ts";
import { newId } from "./new-id.ts";

export type OpenedDraft = {
  readonly draftKey: DraftKey;
  readonly text: DraftText;
  readonly basedOn: string | null;
  /** Has changes that are stored only in this browser. */
  readonly isAhead: boolean;
  /** Changed both here and in another window. */
  readonly theirs?: DraftRow;
  /** When the draft was last changed; absent for a new one. */
  readonly leftAt?: string;
  /** A stored draft that may be continued instead. */
  readonly offered?: DraftRow;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Sources = { readonly supabase: Supabase; readonly localCopies: LocalCopies };

/** Opens the requested draft, or the last one in this browser, or an empty one. */
export async function openNewPost(
  { supabase, localCopies }: Sources,
  requestedId: string | undefined,
): Promise<OpenedDraft> {
  const validId = requestedId && UUID.test(requestedId) ? requestedId : undefined;
  const id = validId ?? localCopies.list().find(({ postId, text }) => postId === null && !isEmptyDraft(text))?.id;
  const copy = localCopies.claim(({ id: copyId }) => copyId === id);
  const found = id && (await reconcile(localCopies, copy, () => findDraft(supabase, id)));
  if (found) return found;
  const draftKey = { id: validId ?? newId(), postId: null, postVersion: null };
  const offered = validId ? undefined : await findNewestDraft(supabase, localCopies.owner).catch(() => undefined);
  return { draftKey, text: EMPTY_DRAFT, basedOn: null, isAhead: false, offered };
}

/** Opens the requested draft of a post, which another admin may share, or the writer's own, or the stored post. */
export async function openPost(
  { supabase, localCopies }: Sources,
  post: StoredPost,
  { stockUrl, draftId }: { readonly stockUrl: string; readonly draftId: string | undefined },
): Promise<OpenedDraft> {
  const requested = draftId && UUID.test(draftId) ? await findDraft(supabase, draftId) : undefined;
  const id = requested?.post_id === post.id ? requested.id : undefined;
  const copy = localCopies.claim((kept) => (id ? kept.id === id : kept.postId === post.id));
  const found = await reconcile(localCopies, copy, async () =>
    id ? requested : findDraftOfPost(supabase, post.id, localCopies.owner),
  );
  return found ?? draftOf(post, stockUrl);
}

function draftOf(post: StoredPost, stockUrl: string): OpenedDraft {
  return {
    draftKey: { id: newId(), postId: post.id, postVersion: post.version },
    text: textOfPost(post, stockUrl),
    basedOn: null,
    isAhead: false,
  };
}

async function reconcile(
  localCopies: LocalCopies,
  copy: LocalCopy | undefined,
  findRow: () => Promise<DraftRow | undefined>,
): Promise<OpenedDraft | undefined> {
  try {
    const row = await findRow();
    if (row && copy?.isAhead && !hasSameContent(row, copy.text, copy)) {
      return continueCopy(copy, row.updated_at === copy.basedOn ? undefined : row);
    }
    if (row) {
      if (copy?.isAhead) {
        // The request arrived and its response was lost.
        localCopies.remove(copy.id);
        localCopies.write({ ...copy, id: row.id, basedOn: row.updated_at, isAhead: false });
      }
      return continueRow(row);
    }
    if (copy && !copy.isAhead) {
      // Published or discarded from another window.
      localCopies.remove(copy.id);
      return undefined;
    }
  } catch (error) {
    console.warn("The stored draft is out of reach", error);
  }
  return copy && continueCopy(copy, undefined);
}

function continueCopy(copy: LocalCopy, theirs: DraftRow | undefined): OpenedDraft {
  const { text, basedOn, isAhead, at } = copy;
  return { draftKey: keyOf(copy), text: textOf(text), basedOn, isAhead, leftAt: at, theirs };
}

function continueRow(row: DraftRow): OpenedDraft {
  const draftKey = { id: row.id, postId: row.post_id, postVersion: row.post_version };
  return { draftKey, text: textOf(row), basedOn: row.updated_at, isAhead: false, leftAt: row.updated_at };
}

function keyOf({ id, postId, postVersion }: LocalCopy): DraftKey {
  return { id, postId, postVersion };
}
