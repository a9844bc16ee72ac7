import type { Value } from "../../../domain/content/values.ts";
import { newId } from "./new-id.ts";

export type CopyKey = { readonly id: string };

/** A text in localStorage, written at every keystroke before anything is sent. */
export type LocalCopy<V extends Value, Key extends CopyKey> = Key & {
  readonly value: V;
  /** The stored value that this one was made from. */
  readonly base: V;
  readonly conflicts: { readonly [path: string]: unknown };
  /** Has changes that the database does not have yet, or a conflict. */
  readonly isAhead: boolean;
  readonly at: string;
};

export type LocalCopies<V extends Value, Key extends CopyKey> = {
  readonly owner: string;
  /** This window's copies first, then newest first. */
  list(): readonly LocalCopy<V, Key>[];
  /** The copy to continue with. Unsent changes of another window move to this window. */
  claim(matches: (copy: LocalCopy<V, Key>) => boolean): LocalCopy<V, Key> | undefined;
  /** False if localStorage is full or forbidden. */
  write(copy: LocalCopy<V, Key>): boolean;
  /** Unsent changes of other windows stay. */
  remove(id: string): void;
};

/** Copies of posts stay after they are saved: the last one is opened again, also without a connection. */
type Kind = "draft" | "entry" | "notes" | "reply";

// Copies are stored per account. Unsent changes are stored per window, so that two windows on one text do not overwrite
// each other.
export function createLocalCopies<V extends Value, Key extends CopyKey>(
  kind: Kind,
  owner: string,
  storage: Storage = localStorage,
): LocalCopies<V, Key> {
  type Copy = LocalCopy<V, Key>;
  const prefix = `${kind}:${owner}:`;
  const ownKey = (id: string) => `${prefix}${id}:${windowId()}`;

  const read = (key: string): Copy | undefined => {
    try {
      const copy = JSON.parse(storage.getItem(key) ?? "") as Partial<Copy>;
      // Older releases wrote other copies.
      return copy.value && copy.base ? (copy as Copy) : undefined;
    } catch {
      return undefined;
    }
  };

  const entries = () =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, copy: read(key), isOwn: key.endsWith(windowId()) }))
      .filter((entry): entry is typeof entry & { copy: Copy } => entry.copy !== undefined)
      .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.copy.at.localeCompare(a.copy.at));

  const remove = (id: string) => {
    storage.removeItem(prefix + id);
    storage.removeItem(ownKey(id));
  };

  function write(copy: Copy): boolean {
    try {
      if (copy.isAhead) storage.setItem(ownKey(copy.id), JSON.stringify(copy));
      else remove(copy.id);
      if (!copy.isAhead && kind === "draft") storage.setItem(prefix + copy.id, JSON.stringify(copy));
      return true;
    } catch (error) {
      console.warn("This browser keeps no copy of the text", error);
      return false;
    }
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
    remove,
  };
}

const WINDOW_KEY = "window-id";
let currentWindow: string | undefined;

/** An id of this window that survives a reload. */
function windowId(): string {
  currentWindow ??= restoreWindow();
  return currentWindow;
}

function restoreWindow(): string {
  const id = sessionStorage.getItem(WINDOW_KEY) ?? newId();
  // A duplicated tab copies sessionStorage, so the id is stored only between pagehide and pageshow.
  const clear = () => sessionStorage.removeItem(WINDOW_KEY);
  clear();
  addEventListener("pageshow", clear);
  addEventListener("pagehide", () => sessionStorage.setItem(WINDOW_KEY, id));
  return id;
}
