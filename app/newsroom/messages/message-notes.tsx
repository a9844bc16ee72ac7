import { useEffect, useRef, useState } from "react";
import { storeOrLeave } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { TextArea } from "../../ui/form/field.tsx";
import { createTextCopy } from "../shell/text-copy.ts";
import { createNotesSaver, type NotesSaver, type NotesState, storeNotes } from "./notes-saver.ts";

const MAX_LENGTH = 5_000;
const STATUS_TEXTS: Record<NotesState, string> = {
  unchanged: "Only admins see these notes. They are saved automatically.",
  saving: "Saving...",
  saved: "Saved.",
  merged: "Saved. Somebody else wrote here meanwhile: their words stand above yours.",
  offline: "Not saved yet. Your notes are kept in this browser, and we keep trying.",
  erased: "Not saved: this message has been erased.",
};

type MessageNotesProps = { owner: string; message: { readonly id: string; readonly notes: string } };

/** Needs a `key` per message: the stored notes are only the initial value. */
export function MessageNotes({ owner, message: { id, notes } }: MessageNotesProps) {
  const [copy] = useState(() => createTextCopy("notes", owner, id));
  const [start] = useState(() => copy.read() ?? { text: notes, base: notes });
  const [text, setText] = useState(start.text);
  const [state, setState] = useState<NotesState>("unchanged");
  const saver = useRef<NotesSaver>(undefined);

  useEffect(() => {
    const own = createNotesSaver({
      start,
      copy,
      store: (typed, base) => storeOrLeave(async () => storeNotes(await loadSupabase(), id, typed, base)),
      onState: setState,
      onText: setText,
    });
    saver.current = own;
    void own.saveNow();
    return () => {
      void own.saveNow();
      own.stop();
    };
  }, [id, start, copy]);

  return (
    <div className="message-notes">
      <TextArea
        optional
        label="Notes"
        rows={4}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          saver.current?.change(target.value);
        }}
        onBlur={() => void saver.current?.saveNow()}
      />
      <p className="hint" role="status">
        {STATUS_TEXTS[state]}
      </p>
    </div>
  );
}
