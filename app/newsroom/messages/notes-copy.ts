type LocalNotes = { readonly text: string; /** The stored notes that the text was made from. */ readonly base: string };

/** Notes as this browser keeps them until the database has them. */
export type NotesCopy = {
  read(): LocalNotes | undefined;
  write(notes: LocalNotes): void;
  /** The database has this text; a later one stays. */
  forget(text: string): void;
  remove(): void;
};

/** Each account has its own; the next one at this browser does not see them. */
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
