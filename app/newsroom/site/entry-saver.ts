import type { Field } from "../../../domain/content/fields.ts";
import { createAutosave } from "../shell/autosave.ts";
import type { TextCopy } from "../shell/text-copy.ts";
import { createEdits, type EntryEdit, publishedValue } from "./entry-edits.ts";
import type { Entry } from "./entry-states.ts";
import { isSame, shape, type Value, withValueAt } from "./entry-value.ts";
import type { EntryDraft } from "./site-rows.ts";

type SaverOptions = {
  readonly field: Field;
  readonly entry: Entry;
  readonly copy: TextCopy;
  readonly read: () => Promise<Entry | undefined>;
  readonly store: (value: Value, entry: Entry) => Promise<EntryDraft | "stale">;
  readonly removeDraft: (entry: Entry) => Promise<undefined>;
  readonly onEdit: (edit: EntryEdit) => void;
};

export type EntrySaver = ReturnType<typeof createEntrySaver>;

const SAVE_DELAY_MS = 1_000;

/** Saves what is being edited as a draft, and merges what other admins store. */
export function createEntrySaver({ field, entry: start, copy, read, store, removeDraft, onEdit }: SaverOptions) {
  const edits = createEdits({ field, entry: start, copy, onEdit });
  const { current, set, sendable, absorb, change } = edits;
  const { pull, discardReads, storing } = createPull(read, absorb);

  async function save(): Promise<boolean> {
    if (edits.isStored()) return finish();
    set({ saving: navigator.onLine ? "saving" : "offline" });
    const sent = sendable();
    const draft = await storeDraft(sent, current().entry);
    if (draft === "stale") return pull().then(save);
    set({ entry: { ...current().entry, draft } });
    edits.setBase(sent);
    return finish();
  }

  /** A draft that equals the published text is removed. */
  async function storeDraft(sent: Value, entry: Entry): Promise<EntryDraft | "stale" | undefined> {
    const isPublished = entry.draft && isSame(sent, shape(field, publishedValue(entry)));
    return storing(isPublished ? removeDraft(entry) : store(sent, entry));
  }

  function finish(): boolean {
    if (!edits.isStored()) return true;
    edits.forget();
    set({ saving: "saved" });
    return false;
  }

  const { saveSoon, saveNow, stop } = createAutosave({
    delayMs: SAVE_DELAY_MS,
    save,
    onFailure: () => set({ saving: "offline" }),
  });

  function changeAndSave(changed: Partial<EntryEdit>): void {
    change(changed);
    saveSoon();
  }
  return {
    current,
    resume: () => edits.resume() && saveSoon(),
    change: (path: string, value: unknown) => changeAndSave({ value: withValueAt(current().value, path, value) }),
    replace: (value: Value) => changeAndSave({ value }),
    /** Ends a conflict: theirs is in the store, so mine must be sent. */
    settle(path: string, keep: "mine" | "theirs"): void {
      const { [path]: theirs, ...conflicts } = current().conflicts;
      const taken = keep === "theirs" && { value: withValueAt(current().value, path, theirs) };
      changeAndSave({ conflicts, ...taken });
    },
    dismissTaken: () => set({ taken: [] }),
    pull,
    saveNow,
    /** After a publication or removal: shows what is stored now; text typed meanwhile stays. */
    async restart(sent: Value): Promise<void> {
      discardReads();
      const entry = await read();
      copy.remove();
      if (!entry) return;
      edits.setBase(sent);
      absorb(entry);
      set({ conflicts: {}, taken: [] });
      saveSoon();
    },
    stop,
  };
}

/**
 * Of several reads only the newest counts: an older one may have begun before a publication. One that overlaps a store
 * does not count, because the stored draft would look like another admin's; the store is announced and read later.
 */
function createPull(read: SaverOptions["read"], absorb: (entry: Entry) => void) {
  let reads = 0;
  let isStoring = false;
  return {
    pull: async (): Promise<void> => {
      const number = ++reads;
      const entry = await read();
      if (entry && number === reads && !isStoring) absorb(entry);
    },
    discardReads: () => void reads++,
    storing: <Stored>(stored: Promise<Stored>): Promise<Stored> => {
      isStoring = true;
      return stored.finally(() => {
        isStoring = false;
        reads++;
      });
    },
  };
}
