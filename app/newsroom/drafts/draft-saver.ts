import type { DraftText } from "../../../domain/posts/draft.ts";
import { createAutosave } from "../shell/autosave.ts";
import { type DraftConflict, type DraftKey, type DraftRow, type StoredDraft, textOf } from "./draft-rows.ts";
import type { LocalCopies } from "./local-copies.ts";

export type SaveState =
  | { readonly kind: "unchanged" | "offline" | "unsaved" }
  | { readonly kind: "saved"; readonly at: string }
  | { readonly kind: "conflict"; readonly theirs: DraftRow };

type SaverOptions = {
  readonly draftKey: DraftKey;
  readonly basedOn: string | null;
  readonly localCopies: LocalCopies;
  readonly store: (draftKey: DraftKey, text: DraftText, basedOn: string | null) => Promise<StoredDraft | DraftConflict>;
  readonly remove: (id: string) => Promise<void>;
  readonly onState: (state: SaveState) => void;
};

export type DraftSaver = {
  /** Saves to this browser immediately and to the database after a pause. */
  change(text: DraftText): void;
  saveNow(): Promise<void>;
  /** Resolves a conflict: `mine` replaces the other text; without it the other text is adopted. */
  settle(theirs: DraftRow, mine: DraftText | undefined): void;
  /** Further changes are based on this version of the post. */
  rebase(postVersion: number): void;
  /** Deletes the draft locally and in the database. Later changes start a new draft. */
  discard(): Promise<void>;
  stop(): void;
};

const SAVE_DELAY_MS = 1_500;

export function createDraftSaver({ localCopies, store, remove, onState, ...start }: SaverOptions): DraftSaver {
  let { draftKey, basedOn } = start;
  let unsaved: DraftText | undefined;
  /** Requests run one after another, because each depends on the outcome of the previous one. */
  let last: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(request: () => Promise<Result>): Promise<Result> {
    const result = last.then(request, request);
    last = result;
    return result;
  }

  const writeCopy = (text: DraftText, isAhead: boolean) =>
    localCopies.write({ ...draftKey, text, basedOn, isAhead, at: new Date().toISOString() });

  const setBase = ({ id, updated_at }: StoredDraft) => {
    draftKey = { ...draftKey, id };
    basedOn = updated_at;
  };

  async function save(): Promise<boolean> {
    if (!unsaved) return false;
    const sent = unsaved;
    const result = await enqueue(() => store(draftKey, sent, basedOn));
    if ("theirs" in result) {
      onState({ kind: "conflict", theirs: result.theirs });
      return false;
    }
    setBase(result);
    if (unsaved === sent) {
      unsaved = undefined;
      writeCopy(sent, false);
      onState({ kind: "saved", at: result.updated_at });
    } else if (unsaved) writeCopy(unsaved, true);
    return unsaved !== undefined;
  }

  const autosave = createAutosave({
    delayMs: SAVE_DELAY_MS,
    save,
    onFailure: () => unsaved && onState({ kind: writeCopy(unsaved, true) ? "offline" : "unsaved" }),
  });

  return {
    change(text) {
      unsaved = text;
      writeCopy(text, true);
      autosave.saveSoon();
    },
    saveNow: autosave.saveNow,
    settle(theirs, mine) {
      const { id } = draftKey;
      setBase(theirs);
      unsaved = mine;
      if (mine) writeCopy(mine, true);
      if (!mine || id !== draftKey.id) localCopies.remove(id);
      if (mine) return void autosave.saveNow();
      writeCopy(textOf(theirs), false);
      onState({ kind: "saved", at: theirs.updated_at });
    },
    rebase: (postVersion) => (draftKey = { ...draftKey, postVersion }),
    async discard() {
      unsaved = undefined;
      localCopies.remove(draftKey.id);
      onState({ kind: "unchanged" });
      await enqueue(() => remove(draftKey.id));
      basedOn = null;
    },
    stop: autosave.stop,
  };
}
