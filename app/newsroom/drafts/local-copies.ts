import { type DraftText, isSameDraft } from "../../../domain/posts/draft.ts";
import { windowId } from "./window-id.ts";

/** A draft in localStorage, written at every keystroke before anything is sent. */
export type LocalCopy = {
  readonly id: string;
  readonly postId: number | null;
  readonly postVersion: number | null;
  readonly text: DraftText;
  /** The `updated_at` of the stored row that this text is based on. */
  readonly basedOn: string | null;
  /** Has changes that the database does not have yet. */
  readonly isAhead: boolean;
  readonly at: string;
};

export type LocalCopies = {
  readonly owner: string;
  /** This window's copies first, then newest first. */
  list(): readonly LocalCopy[];
  /** The copy to continue with. Unsent changes of another window move to this window. */
  claim(matches: (copy: LocalCopy) => boolean): LocalCopy | undefined;
  /** False if localStorage is full or forbidden. */
  write(copy: LocalCopy): boolean;
  /** Unsent changes of other windows stay. */
  remove(id: string): void;
};

/**
 * Copies are stored per account. Unsent changes are stored per window, so that two windows on one draft do not
 * overwrite each other.
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
