import type { Supabase } from "../../auth/supabase-client.ts";
import type { NotesCopy } from "./notes-copy.ts";

export type NotesState = "unchanged" | "saving" | "saved" | "merged" | "offline" | "erased";

type Stored = {
  readonly notes: string;
  /** Text that another admin stored meanwhile, to be shown above. */ readonly others: string;
};

type SaverOptions = {
  readonly start: { readonly text: string; readonly base: string };
  readonly copy: NotesCopy;
  readonly store: (text: string, base: string) => Promise<Stored | "erased">;
  readonly onState: (state: NotesState) => void;
  readonly onText: (text: string) => void;
};

export type NotesSaver = {
  /** Saves to this browser immediately and to the database after a pause. */
  change(text: string): void;
  saveNow(): Promise<void>;
  /** Finishes the request in flight and sends what was typed meanwhile. */
  stop(): void;
};

const SAVE_DELAY_MS = 1_000;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

export function createNotesSaver({ start, copy, store, onState, onText }: SaverOptions): NotesSaver {
  let { text, base } = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | undefined;
  let failures = 0;
  let isStopped = false;

  function saveAfter(delayMs: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void saveNow(), delayMs);
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer);
    inFlight ??= save().finally(() => (inFlight = undefined));
    return inFlight;
  }

  async function save(): Promise<void> {
    if (text === base) return;
    const sent = text;
    onState(navigator.onLine ? "saving" : "offline");
    try {
      const stored = await store(sent, base);
      failures = 0;
      if (stored === "erased") return onState("erased");
      base = stored.notes;
      if (stored.others) {
        text = stored.others + text;
        onText(text);
      }
      if (text !== base) {
        copy.write({ text, base });
        return isStopped ? save() : saveAfter(SAVE_DELAY_MS);
      }
      copy.forget(sent);
      onState(stored.others ? "merged" : "saved");
    } catch (error) {
      console.warn("The notes are kept here and will be sent again", error);
      onState("offline");
      saveAfter(Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS));
    }
  }

  addEventListener("online", saveNow);
  return {
    change(typed) {
      text = typed;
      copy.write({ text, base });
      saveAfter(SAVE_DELAY_MS);
    },
    saveNow,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", saveNow);
    },
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
    const read = await supabase.from("contact_messages").select("notes, updated_at").eq("id", id).maybeSingle();
    if (read.error) throw new Error("The notes could not be read", { cause: read.error });
    if (!read.data) return "erased";
    const { notes: found, updated_at } = read.data;
    if (found === text) return { notes: text, others: "" };
    const others = found === base || !found ? "" : `${found}\n\n`;
    const notes = others + text;
    const written = await supabase
      .from("contact_messages")
      .update({ notes })
      .eq("id", id)
      .eq("updated_at", updated_at)
      .select("id")
      .maybeSingle();
    if (written.error) throw new Error("The notes could not be stored", { cause: written.error });
    if (written.data) return { notes, others };
  }
}
