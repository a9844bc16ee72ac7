import { type DraftText, isSameDraft } from "../../../domain/posts/draft.ts";
import { windowId } from "./window-id.ts";

/** A draft as this browser keeps it: written at every keystroke, before anything is sent. */
export type LocalCopy = {
  readonly id: string;
  readonly postId: number | null;
  readonly postVersion: number | null;
  readonly text: DraftText;
  /** The stored row's time when this text was last the same as it, or made from it. */
  readonly basedOn: string | null;
  /** Holds something that the database does not have yet. */
  readonly isAhead: boolean;
  readonly at: string;
};

export type LocalCopies = {
  readonly owner: string;
  /** What this window has not sent yet, then the newest. */
  list(): readonly LocalCopy[];
  /** The one to go on with; what another window has not sent becomes this window's. */
  claim(matches: (copy: LocalCopy) => boolean): LocalCopy | undefined;
  /** False where the browser keeps nothing: full, or forbidden. */
  write(copy: LocalCopy): boolean;
  /** What other windows have not sent stays. */
  remove(id: string): void;
};

/**
 * Each account has its own; the next one at this browser does not see them. What is not sent yet is kept by window, so
 * that two windows on one draft do not overwrite each other.
 */
export function createLocalCopies(owner: string, storage: Storage = localStorage): LocalCopies {
  const prefix = `draft:${owner}:`;
  const keyOf = ({ id, isAhead }: LocalCopy) => (isAhead ? ownKey(id) : prefix + id);
  const ownKey = (id: string) => `${prefix}${id}:${windowId()}`;

  const read = (key: string): LocalCopy | undefined => {
    try {
      return JSON.parse(storage.getItem(key) ?? "") as LocalCopy;
    } catch {
      return undefined;
    }
  };

  const entries = () =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, copy: read(key), isOwn: key.endsWith(windowId()) }))
      .filter((entry): entry is typeof entry & { copy: LocalCopy } => entry.copy !== undefined)
      .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.copy.at.localeCompare(a.copy.at));

  function write(copy: LocalCopy): boolean {
    try {
      storage.setItem(keyOf(copy), JSON.stringify(copy));
    } catch {
      return false;
    }
    const unsent = copy.isAhead ? undefined : read(ownKey(copy.id));
    if (unsent && isSameDraft(unsent.text, copy.text)) storage.removeItem(ownKey(copy.id));
    return true;
  }

  return {
    owner,
    list: () => entries().map(({ copy }) => copy),
    claim(matches) {
      const matching = entries().filter(({ copy }) => matches(copy));
      const found = matching.find(({ copy }) => copy.isAhead) ?? matching[0];
      if (found?.copy.isAhead && !found.isOwn && write(found.copy)) storage.removeItem(found.key);
      return found?.copy;
    },
    write,
    remove(id) {
      storage.removeItem(prefix + id);
      storage.removeItem(ownKey(id));
    },
  };
}
