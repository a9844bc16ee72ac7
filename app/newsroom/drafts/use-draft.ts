import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftText, isSameDraft } from "../../../domain/posts/draft.ts";
import { storeOrLeave } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { type Upload, useUpload } from "../pictures/use-upload.ts";
import { type DraftRow, removeDraft, storeDraft, textOf } from "./draft-rows.ts";
import { createDraftSaver, type DraftSaver, type SaveState } from "./draft-saver.ts";
import type { LocalCopies } from "./local-copies.ts";
import type { OpenedDraft } from "./open-draft.ts";

export type Draft = {
  readonly text: DraftText;
  readonly saving: SaveState;
  /** The upload of the cover picture, which may be in progress. */
  readonly cover: Upload;
  readonly change: (changed: Partial<DraftText>) => void;
  readonly saveNow: () => void;
  /** Resolves a conflict between two windows of one writer. */
  readonly settle: (theirs: DraftRow, keep: "mine" | "theirs") => void;
  /** `sent` has become this version of the post. Later changes stay a draft based on that version. */
  readonly rebase: (sent: DraftText, stored: DraftText, postVersion: number) => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** A draft with autosave: to this browser at every keystroke, to the database after a pause. */
export function useDraft(opened: OpenedDraft, localCopies: LocalCopies): Draft {
  const [text, setText] = useState(opened.text);
  const [saving, setSaving] = useState<SaveState>(() => firstState(opened));
  const cover = useUpload();
  const latest = useRef(text);
  const saver = useRef<DraftSaver>(undefined);

  useEffect(() => {
    const own = createDraftSaver({
      draftKey: opened.draftKey,
      basedOn: opened.basedOn,
      localCopies,
      store: (draftKey, ...made) =>
        storeOrLeave(async () => storeDraft(await loadSupabase(), { ...draftKey, owner: localCopies.owner }, ...made)),
      remove: async (id) => removeDraft(await loadSupabase(), id),
      onState: setSaving,
    });
    saver.current = own;
    if (opened.isAhead && !opened.theirs) own.change(opened.text);
    return () => {
      void own.saveNow();
      own.stop();
    };
  }, [opened, localCopies]);

  function show(next: DraftText) {
    latest.current = next;
    setText(next);
  }

  const saveNow = useCallback(() => void saver.current?.saveNow(), []);
  return {
    text,
    saving,
    cover,
    saveNow,
    change(changed) {
      show({ ...latest.current, ...changed });
      saver.current?.change(latest.current);
    },
    settle(theirs, keep) {
      if (keep === "theirs") show(textOf(theirs));
      saver.current?.settle(theirs, keep === "mine" ? latest.current : undefined);
    },
    async rebase(sent, stored, postVersion) {
      saver.current?.rebase(postVersion);
      if (!isSameDraft(latest.current, sent)) return saver.current?.change(latest.current);
      show(stored);
      await saver.current?.discard();
    },
    discard: async () => saver.current?.discard(),
  };
}

function firstState({ theirs, isAhead, basedOn }: OpenedDraft): SaveState {
  if (theirs) return { kind: "conflict", theirs };
  return basedOn && !isAhead ? { kind: "saved", at: basedOn } : { kind: "unchanged" };
}
