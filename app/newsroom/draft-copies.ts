import type { DraftText } from "../../domain/draft.ts";

/** A draft as this browser keeps it: written at every keystroke, before anything is sent. */
export type DraftCopy = {
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

export type DraftCopies = {
  read(id: string): DraftCopy | undefined;
  /** Newest first. */
  list(): readonly DraftCopy[];
  /** False where the browser keeps nothing: full, or forbidden. */
  write(copy: DraftCopy): boolean;
  remove(id: string): void;
};

/** Each account has its own; the next one at this browser does not see them. */
export function createDraftCopies(owner: string, storage: Storage = localStorage): DraftCopies {
  const prefix = `draft:${owner}:`;
  const read = (key: string): DraftCopy | undefined => {
    try {
      return JSON.parse(storage.getItem(key) ?? "") as DraftCopy;
    } catch {
      return undefined;
    }
  };
  return {
    read: (id) => read(prefix + id),
    list: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map(read)
        .filter((copy) => copy !== undefined)
        .toSorted((a, b) => b.at.localeCompare(a.at)),
    write(copy) {
      try {
        storage.setItem(prefix + copy.id, JSON.stringify(copy));
        return true;
      } catch {
        return false;
      }
    },
    remove: (id) => storage.removeItem(prefix + id),
  };
}
