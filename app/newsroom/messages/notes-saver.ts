import type { Supabase } from "../../auth/supabase-client.ts";
import { createAutosave } from "../shell/autosave.ts";
import { unwrap } from "../shell/rows.ts";
import type { TextCopy } from "../shell/text-copy.ts";

export type NotesState = "unchanged" | "saving" | "saved" | "merged" | "offline" | "erased";

type Stored = {
  readonly notes: string;
  /** Text that another admin stored meanwhile, to be shown above. */ readonly others: string;
};

type SaverOptions = {
  readonly start: { readonly text: string; readonly base: string };
  readonly copy: TextCopy;
  readonly store: (text: string, base: string) => Promise<Stored | "erased">;
  readonly onState: (state: NotesState) => void;
  readonly onText: (text: string) => void;
};

export type NotesSaver = ReturnType<typeof createNotesSaver>;

const SAVE_DELAY_MS = 1_000;

export function createNotesSaver({ start, copy, store, onState, onText }: SaverOptions) {
  let { text, base } = start;

  async function save(): Promise<boolean> {
    if (text === base) return false;
    const sent = text;
    onState(navigator.onLine ? "saving" : "offline");
    const stored = await store(sent, base);
    if (stored === "erased") {
      onState("erased");
      return false;
    }
    base = stored.notes;
    if (stored.others) {
      text = stored.others + text;
      onText(text);
    }
    if (text === base) {
      copy.forget(sent);
      onState(stored.others ? "merged" : "saved");
    } else copy.write({ text, base });
    return text !== base;
  }

  const { saveSoon, saveNow, stop } = createAutosave({
    delayMs: SAVE_DELAY_MS,
    save,
    onFailure: () => onState("offline"),
  });

  return {
    /** Saves to this browser immediately and to the database after a pause. */
    change(typed: string) {
      text = typed;
      copy.write({ text, base });
      saveSoon();
    },
    saveNow,
    stop,
  };
}

/** Replaces the notes that the text is based on; text that another admin stored meanwhile is kept above it. */
export async function storeNotes(
  supabase: Supabase,
  id: string,
  text: string,
  base: string,
): Promise<Stored | "erased"> {
  for (;;) {
    const read = supabase.from("contact_messages").select("notes, updated_at").eq("id", id).maybeSingle();
    const stored = await unwrap(read, "The notes could not be read");
    if (!stored) return "erased";
    const { notes: found, updated_at } = stored;
    if (found === text) return { notes: text, others: "" };
    const others = found === base || !found ? "" : `${found}\n\n`;
    const notes = others + text;
    const same = supabase.from("contact_messages").update({ notes }).match({ id, updated_at });
    const isStored = await unwrap(same.select("id").maybeSingle(), "The notes could not be stored");
    if (isStored) return { notes, others };
  }
}
