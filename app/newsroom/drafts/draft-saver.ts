import type { DraftText } from "../../../domain/posts/draft.ts";
import type { DraftCopies } from "./draft-copies.ts";
import { type DraftConflict, type DraftPlace, type DraftRow, type StoredDraft, textOf } from "./draft-rows.ts";

export type SaveState =
  | { readonly kind: "unchanged" | "offline" | "unkept" }
  | { readonly kind: "saved"; readonly at: string }
  | { readonly kind: "clash"; readonly theirs: DraftRow };

type SaverOptions = {
  readonly place: DraftPlace;
  readonly basedOn: string | null;
  readonly copies: DraftCopies;
  readonly store: (place: DraftPlace, text: DraftText, basedOn: string | null) => Promise<StoredDraft | DraftConflict>;
  readonly remove: (id: string) => Promise<void>;
  readonly onState: (state: SaveState) => void;
};

export type DraftSaver = {
  /** Kept in this browser at once, and in the database after a pause. */
  change(text: DraftText): void;
  saveNow(): Promise<void>;
  /** After a clash: this text is to replace the other, or the other is taken over. */
  settle(theirs: DraftRow, mine: DraftText | undefined): void;
  /** What is written from here on is a change of this version of the post. */
  rebase(postVersion: number): void;
  /** The text has become a post, or is not wanted: here and in the database. What is written meanwhile is a draft again. */
  discard(): Promise<void>;
  /** What is on its way is finished; nothing is tried again, as the next to sign in may be somebody else. */
  stop(): void;
};

const QUIET_MS = 1_500;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export function createDraftSaver({ copies, store, remove, onState, ...start }: SaverOptions): DraftSaver {
  let { place, basedOn } = start;
  let unsaved: DraftText | undefined;
  let failures = 0;
  const inTurn = createTurns();
  const sending = createSending(send);

  const keep = (text: DraftText, isAhead: boolean) =>
    copies.write({ ...place, text, basedOn, isAhead, at: new Date().toISOString() });

  const goOnFrom = ({ id, updated_at }: StoredDraft) => {
    place = { ...place, id };
    basedOn = updated_at;
  };

  async function send(): Promise<void> {
    if (!unsaved) return;
    const sent = unsaved;
    try {
      const answer = await inTurn(() => store(place, sent, basedOn));
      failures = 0;
      if ("theirs" in answer) return onState({ kind: "clash", theirs: answer.theirs });
      goOnFrom(answer);
      if (unsaved !== sent) return await sendNewer();
      unsaved = undefined;
      keep(sent, false);
      onState({ kind: "saved", at: answer.updated_at });
    } catch (error) {
      console.warn("The draft is kept here and will be sent again", error);
      if (!unsaved || sending.isStopped()) return;
      onState({ kind: keep(unsaved, true) ? "offline" : "unkept" });
      sending.after(Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS));
    }
  }

  async function sendNewer(): Promise<void> {
    if (unsaved) keep(unsaved, true);
    if (sending.isStopped()) await send();
    else sending.after(QUIET_MS);
  }

  return {
    change(text) {
      unsaved = text;
      keep(text, true);
      sending.after(QUIET_MS);
    },
    saveNow: sending.now,
    settle(theirs, mine) {
      const { id } = place;
      goOnFrom(theirs);
      unsaved = mine;
      if (mine) keep(mine, true);
      if (!mine || id !== place.id) copies.remove(id);
      if (mine) return void sending.now();
      keep(textOf(theirs), false);
      onState({ kind: "saved", at: theirs.updated_at });
    },
    rebase: (postVersion) => (place = { ...place, postVersion }),
    async discard() {
      unsaved = undefined;
      copies.remove(place.id);
      onState({ kind: "unchanged" });
      await inTurn(() => remove(place.id));
      basedOn = null;
    },
    stop: () => sending.stop(),
  };
}

/** One sending at a time: after a while, at once, or when the connection is back. */
function createSending(send: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let isStopped = false;

  function now(): Promise<void> {
    clearTimeout(timer);
    underWay ??= send().finally(() => (underWay = undefined));
    return underWay;
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

/** Requests one after the other, so that none overtakes the one whose outcome it depends on. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}
