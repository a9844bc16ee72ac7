import type { DraftText } from "../../../domain/posts/draft.ts";
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
  /** Finishes the request in flight without retries, because another account may sign in next. */
  stop(): void;
};

const SAVE_DELAY_MS = 1_500;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

export function createDraftSaver({ localCopies, store, remove, onState, ...start }: SaverOptions): DraftSaver {
  let { draftKey, basedOn } = start;
  let unsaved: DraftText | undefined;
  let failures = 0;
  const enqueue = createQueue();
  const sendTimer = createSendTimer(send);

  const writeCopy = (text: DraftText, isAhead: boolean) =>
    localCopies.write({ ...draftKey, text, basedOn, isAhead, at: new Date().toISOString() });

  const setBase = ({ id, updated_at }: StoredDraft) => {
    draftKey = { ...draftKey, id };
    basedOn = updated_at;
  };

  async function send(): Promise<void> {
    if (!unsaved) return;
    const sent = unsaved;
    try {
      const result = await enqueue(() => store(draftKey, sent, basedOn));
      failures = 0;
      if ("theirs" in result) return onState({ kind: "conflict", theirs: result.theirs });
      setBase(result);
      if (unsaved !== sent) return await sendNewer();
      unsaved = undefined;
      writeCopy(sent, false);
      onState({ kind: "saved", at: result.updated_at });
    } catch (error) {
      console.warn("The draft is kept here and will be sent again", error);
      if (!unsaved || sendTimer.isStopped()) return;
      onState({ kind: writeCopy(unsaved, true) ? "offline" : "unsaved" });
      sendTimer.after(Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS));
    }
  }

  async function sendNewer(): Promise<void> {
    if (unsaved) writeCopy(unsaved, true);
    if (sendTimer.isStopped()) await send();
    else sendTimer.after(SAVE_DELAY_MS);
  }

  return {
    change(text) {
      unsaved = text;
      writeCopy(text, true);
      sendTimer.after(SAVE_DELAY_MS);
    },
    saveNow: sendTimer.now,
    settle(theirs, mine) {
      const { id } = draftKey;
      setBase(theirs);
      unsaved = mine;
      if (mine) writeCopy(mine, true);
      if (!mine || id !== draftKey.id) localCopies.remove(id);
      if (mine) return void sendTimer.now();
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
    stop: () => sendTimer.stop(),
  };
}

/** Runs one `send` at a time: after a delay, immediately, or when the connection is back. */
function createSendTimer(send: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | undefined;
  let isStopped = false;

  function now(): Promise<void> {
    clearTimeout(timer);
    inFlight ??= send().finally(() => (inFlight = undefined));
    return inFlight;
  }

  addEventListener("online", now);
  return {
    now,
    after(delayMs: number) {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(() => void now(), delayMs);
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", now);
    },
  };
}

/** Runs requests one after another, because each depends on the outcome of the previous one. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(request: () => Promise<Result>): Promise<Result> => {
    const result = last.then(request, request);
    last = result;
    return result;
  };
}
