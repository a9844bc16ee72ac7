import type { DraftText } from "../../domain/draft.ts";
import type { DraftCopies } from "./draft-copies.ts";
import { type Clash, type DraftPlace, type DraftRow, textOf } from "./draft-rows.ts";

export type SaveState =
  | { readonly kind: "unchanged" | "offline" | "unkept" }
  | { readonly kind: "saved"; readonly at: string }
  | { readonly kind: "clash"; readonly theirs: DraftRow };

type SaverOptions = {
  readonly place: DraftPlace;
  readonly basedOn: string | null;
  readonly copies: DraftCopies;
  readonly store: (place: DraftPlace, text: DraftText, basedOn: string | null) => Promise<string | Clash>;
  readonly remove: (id: string) => Promise<void>;
  readonly onState: (state: SaveState) => void;
};

export type DraftSaver = {
  /** Kept in this browser at once, and in the database after a pause. */
  change(text: DraftText): void;
  saveNow(): Promise<void>;
  /** After a clash: this text is to replace the other, or the other is taken over. */
  settle(theirs: DraftRow, mine: DraftText | undefined): void;
  /** The text has become a post, or is not wanted: here and in the database. */
  discard(): Promise<void>;
  stop(): void;
};

const QUIET_MS = 1_500;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export function createDraftSaver({ place, copies, store, remove, onState, ...start }: SaverOptions): DraftSaver {
  let { basedOn } = start;
  let { id } = place;
  let unsaved: DraftText | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let failures = 0;

  const keep = (text: DraftText, isAhead: boolean) =>
    copies.write({ ...place, id, text, basedOn, isAhead, at: new Date().toISOString() });

  function pushAfter(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void push(), delay);
  }

  function push(): Promise<void> {
    clearTimeout(timer);
    underWay ??= send().finally(() => (underWay = undefined));
    return underWay;
  }

  async function send() {
    if (!unsaved) return;
    const sent = unsaved;
    try {
      const answer = await store({ ...place, id }, sent, basedOn);
      failures = 0;
      if (typeof answer !== "string") return onState({ kind: "clash", theirs: answer.theirs });
      basedOn = answer;
      if (unsaved && unsaved !== sent) return pushAfter(QUIET_MS);
      unsaved = undefined;
      keep(sent, false);
      onState({ kind: "saved", at: answer });
    } catch (error) {
      console.warn("The draft is kept here and will be sent again", error);
      onState({ kind: keep(unsaved ?? sent, true) ? "offline" : "unkept" });
      pushAfter(Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS));
    }
  }

  addEventListener("online", push);
  return {
    change(text) {
      unsaved = text;
      keep(text, true);
      pushAfter(QUIET_MS);
    },
    saveNow: push,
    settle(theirs, mine) {
      ({ id, updated_at: basedOn } = theirs);
      if (id !== place.id) copies.remove(place.id);
      unsaved = mine;
      if (mine) return void push();
      keep(textOf(theirs), false);
      onState({ kind: "saved", at: basedOn });
    },
    async discard() {
      unsaved = undefined;
      clearTimeout(timer);
      await underWay;
      copies.remove(id);
      await remove(id);
    },
    stop() {
      clearTimeout(timer);
      removeEventListener("online", push);
    },
  };
}
