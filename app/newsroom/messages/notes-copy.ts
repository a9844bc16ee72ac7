type LocalNotes = { readonly text: string; /** The stored notes that the text was made from. */ readonly base: string };

/** Notes in localStorage until the database has them. */
export type NotesCopy = {
  read(): LocalNotes | undefined;
  write(notes: LocalNotes): void;
  /** Removes the copy if it still has this text. */
  forget(text: string): void;
  remove(): void;
};

/** Copies are stored per account. */
export function createNotesCopy(owner: string, messageId: string, storage: Storage = localStorage): NotesCopy {
  const key = `notes:${owner}:${messageId}`;
  const read = (): LocalNotes | undefined => {
    try {
      return JSON.parse(storage.getItem(key) ?? "") as LocalNotes;
    } catch {
      return undefined;
    }
  };
  return {
    read,
    write(notes) {
      try {
        storage.setItem(key, JSON.stringify(notes));
      } catch (error) {
        console.warn("This browser keeps no copy of the notes", error);
      }
    },
    forget(text) {
      if (read()?.text === text) storage.removeItem(key);
    },
    remove: () => storage.removeItem(key),
  };
}
