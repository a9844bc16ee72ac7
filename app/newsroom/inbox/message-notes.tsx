import { useRef } from "react";
import type { Value } from "../../../domain/content/values.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { storeOrLeave } from "../../data/save.ts";
import { TextArea } from "../../ui/form/field.tsx";
import { useDraft } from "../drafts/draft-saver.ts";
import { createLocalCopies, type CopyKey } from "../drafts/local-copies.ts";
import { useKeys } from "../shell/use-keys.ts";
import { useInboxWords } from "./words.ts";

type Notes = Value & { readonly notes: string };
type NotesRow = { readonly id: string; readonly notes: string };

const MAX_LENGTH = 5_000;

export const notesCopies = (owner: string) => createLocalCopies<Notes, CopyKey>("notes", owner);

/** Needs a `key` per message: the stored notes are only the initial value. */
export function MessageNotes({ owner, message }: { owner: string; message: NotesRow }) {
  const words = useInboxWords().notes;
  const { edit, saver } = useDraft(() => {
    const copies = notesCopies(owner);
    return {
      row: { id: message.id, notes: message.notes },
      valueOf: ({ notes }) => ({ notes }),
      keyOf: ({ id }) => ({ id }),
      copies,
      unsent: copies.claim(({ id }) => id === message.id),
      merge: mergeNotes,
      store: ({ notes }, row) => storeOrLeave(() => storeNotes(notes, row)),
    };
  });
  const notes = useRef<HTMLDivElement>(null);
  // Later, so that the field does not get the letter.
  useKeys({ n: () => void setTimeout(() => notes.current?.querySelector("textarea")?.focus()) });
  return (
    <div className="message-notes" ref={notes}>
      <TextArea
        optional
        label={words.label}
        rows={4}
        maxLength={MAX_LENGTH}
        value={edit.value.notes}
        onChange={({ target }) => {
          saver.dismissTaken();
          saver.change(() => ({ notes: target.value }));
        }}
        onBlur={() => void saver.saveNow()}
      />
      <p className="hint" role="status">
        {edit.saving === "saved" && edit.taken.length > 0 ? words.merged : words.saving[edit.saving]}
      </p>
    </div>
  );
}

type NotesEdits = { readonly base: Notes; readonly mine: Notes; readonly theirs: Notes };

/** Text that another admin stored meanwhile is kept above. */
export function mergeNotes({ base, mine, theirs }: NotesEdits) {
  const isTheirs = theirs.notes !== "" && theirs.notes !== base.notes && theirs.notes !== mine.notes;
  const isMine = mine.notes !== "" && mine.notes !== base.notes;
  if (!isTheirs) return { merged: mine, taken: [], conflicts: {} };
  const notes = isMine ? `${theirs.notes}\n\n${mine.notes}` : theirs.notes;
  return { merged: { notes }, taken: ["notes"], conflicts: {} };
}

/** Other changes of the message, such as that it was read, do not matter. */
async function storeNotes(notes: string, row: NotesRow) {
  const { id } = row;
  const supabase = await loadSupabase();
  for (;;) {
    const read = supabase.from("contact_messages").select("notes, updated_at").eq("id", id).maybeSingle();
    const found = await unwrap(read, "The notes could not be read");
    if (!found) return "gone";
    if (found.notes !== row.notes) return { theirs: { id, notes: found.notes } };
    const same = supabase.from("contact_messages").update({ notes }).match({ id, updated_at: found.updated_at });
    if (await unwrap(same.select("id").maybeSingle(), "The notes could not be stored"))
      return { stored: { id, notes } };
  }
}
