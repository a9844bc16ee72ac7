import { type DraftText, EMPTY_DRAFT, isEmptyDraft } from "../../../domain/posts/draft.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { type StoredPost, textOfPost } from "../posts/post-rows.ts";
import type { DraftCopies, DraftCopy } from "./draft-copies.ts";
import {
  type DraftPlace,
  type DraftRow,
  findDraft,
  findDraftOfPost,
  findNewestDraft,
  holds,
  textOf,
} from "./draft-rows.ts";
import { newId } from "./new-id.ts";

export type OpenedDraft = {
  readonly place: DraftPlace;
  readonly text: DraftText;
  readonly basedOn: string | null;
  /** Kept only in this browser so far. */
  readonly isAhead: boolean;
  /** Changed both here and in another window. */
  readonly theirs?: DraftRow;
  /** When the text was left, if it was not begun just now. */
  readonly leftAt?: string;
  /** A draft begun elsewhere that may be continued instead. */
  readonly offered?: DraftRow;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Sources = { readonly backend: Supabase; readonly copies: DraftCopies };

/** The draft asked for, or the one this browser was left with, or an empty one. */
export async function openNewPost({ backend, copies }: Sources, asked: string | undefined): Promise<OpenedDraft> {
  const wanted = asked && UUID.test(asked) ? asked : undefined;
  const id = wanted ?? copies.list().find(({ postId, text }) => postId === null && !isEmptyDraft(text))?.id;
  const copy = copies.claim((kept) => kept.id === id);
  const found = id && (await reconcile(copies, copy, () => findDraft(backend, id)));
  if (found) return found;
  const place = { id: wanted ?? newId(), postId: null, postVersion: null };
  const offered = wanted ? undefined : await findNewestDraft(backend).catch(() => undefined);
  return { place, text: EMPTY_DRAFT, basedOn: null, isAhead: false, offered };
}

/** One's own draft of a post, or the post as it stands. */
export async function openPost({ backend, copies }: Sources, post: StoredPost, stockUrl: string): Promise<OpenedDraft> {
  const copy = copies.claim(({ postId }) => postId === post.id);
  const found = await reconcile(copies, copy, () => findDraftOfPost(backend, post.id));
  return found ?? draftOf(post, stockUrl);
}

function draftOf(post: StoredPost, stockUrl: string): OpenedDraft {
  return {
    place: { id: newId(), postId: post.id, postVersion: post.version },
    text: textOfPost(post, stockUrl),
    basedOn: null,
    isAhead: false,
  };
}

async function reconcile(
  copies: DraftCopies,
  copy: DraftCopy | undefined,
  findRow: () => Promise<DraftRow | undefined>,
): Promise<OpenedDraft | undefined> {
  try {
    const row = await findRow();
    if (row && copy?.isAhead && !holds(row, copy.text, copy)) {
      return continueCopy(copy, row.updated_at === copy.basedOn ? undefined : row);
    }
    if (row) {
      if (copy?.isAhead) {
        // It arrived, and only the answer was lost.
        copies.remove(copy.id);
        copies.write({ ...copy, id: row.id, basedOn: row.updated_at, isAhead: false });
      }
      return continueRow(row);
    }
    if (copy && !copy.isAhead) {
      // Published or discarded from another window.
      copies.remove(copy.id);
      return undefined;
    }
  } catch (error) {
    console.warn("The stored draft is out of reach", error);
  }
  return copy && continueCopy(copy, undefined);
}

function continueCopy(copy: DraftCopy, theirs: DraftRow | undefined): OpenedDraft {
  const { text, basedOn, isAhead, at } = copy;
  return { place: placeOf(copy), text, basedOn, isAhead, leftAt: at, theirs };
}

function continueRow(row: DraftRow): OpenedDraft {
  const place = { id: row.id, postId: row.post_id, postVersion: row.post_version };
  return { place, text: textOf(row), basedOn: row.updated_at, isAhead: false, leftAt: row.updated_at };
}

function placeOf({ id, postId, postVersion }: DraftCopy): DraftPlace {
  return { id, postId, postVersion };
}
