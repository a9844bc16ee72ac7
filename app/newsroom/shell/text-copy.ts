type LocalText = { readonly text: string; /** The stored text that this one was made from. */ readonly base: string };

/** A text in localStorage until the database has it. */
export type TextCopy = {
  read(): LocalText | undefined;
  write(copy: LocalText): void;
  /** Removes the copy if it still has this text. */
  forget(text: string): void;
  remove(): void;
};

/** Copies are stored per account. */
export function createTextCopy(
  kind: "notes" | "entry",
  owner: string,
  id: string,
  storage: Storage = localStorage,
): TextCopy {
  const key = `${kind}:${owner}:${id}`;
  const read = (): LocalText | undefined => {
    try {
      return JSON.parse(storage.getItem(key) ?? "") as LocalText;
    } catch {
      return undefined;
    }
  };
  return {
    read,
    write(copy) {
      try {
        storage.setItem(key, JSON.stringify(copy));
      } catch (error) {
        console.warn("This browser keeps no copy of the text", error);
      }
    },
    forget(text) {
      if (read()?.text === text) storage.removeItem(key);
    },
    remove: () => storage.removeItem(key),
  };
}
