import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftText } from "../../domain/draft.ts";
import { openBackend } from "../account/backend.ts";
import type { DraftCopies } from "./draft-copies.ts";
import { type DraftRow, removeDraft, storeDraft, textOf } from "./draft-rows.ts";
import { createDraftSaver, type DraftSaver, type SaveState } from "./draft-saver.ts";
import type { OpenedDraft } from "./open-draft.ts";

export type Draft = {
  readonly text: DraftText;
  readonly saving: SaveState;
  readonly change: (changed: Partial<DraftText>) => void;
  readonly saveNow: () => void;
  /** After a clash between two windows of one writer. */
  readonly settle: (theirs: DraftRow, keep: "mine" | "theirs") => void;
  readonly discard: () => Promise<void>;
};

/** A text that keeps itself: in this browser at every keystroke, in the database after a pause. */
export function useDraft(opened: OpenedDraft, copies: DraftCopies): Draft {
  const [text, setText] = useState(opened.text);
  const [saving, setSaving] = useState<SaveState>(() => firstState(opened));
  const latest = useRef(text);
  const saver = useRef<DraftSaver>(undefined);

  useEffect(() => {
    const own = createDraftSaver({
      place: opened.place,
      basedOn: opened.basedOn,
      copies,
      store: async (...row) => storeDraft(await openBackend(), ...row),
      remove: async (id) => removeDraft(await openBackend(), id),
      onState: setSaving,
    });
    saver.current = own;
    if (opened.isAhead && !opened.theirs) own.change(opened.text);
    return () => {
      void own.saveNow();
      own.stop();
    };
  }, [opened, copies]);

  function show(next: DraftText) {
    latest.current = next;
    setText(next);
  }

  const saveNow = useCallback(() => void saver.current?.saveNow(), []);
  return {
    text,
    saving,
    saveNow,
    change(changed) {
      show({ ...latest.current, ...changed });
      saver.current?.change(latest.current);
    },
    settle(theirs, keep) {
      if (keep === "theirs") show(textOf(theirs));
      saver.current?.settle(theirs, keep === "mine" ? latest.current : undefined);
    },
    discard: async () => saver.current?.discard(),
  };
}

function firstState({ theirs, isAhead, basedOn }: OpenedDraft): SaveState {
  if (theirs) return { kind: "clash", theirs };
  return basedOn && !isAhead ? { kind: "saved", at: basedOn } : { kind: "unchanged" };
}
