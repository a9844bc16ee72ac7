import { useEffect, useState } from "react";
import { isSame, type Merged, type Value, valueAt, withValueAt } from "../../../domain/content/values.ts";
import type { CopyKey, LocalCopies, LocalCopy } from "./local-copies.ts";

export type Edit<V extends Value, Row> = {
  readonly value: V;
  /** As it is stored now, and what the next save is based on. */
  readonly row: Row;
  readonly saving: "unchanged" | "saving" | "saved" | "offline" | "unsaved" | "gone";
  /** Fields that were changed here and elsewhere at the same time: the stored content by path. */
  readonly conflicts: { readonly [path: string]: unknown };
  /** Fields that were changed elsewhere and not here. */
  readonly taken: readonly string[];
};

export type SaverOptions<V extends Value, Row, Key extends CopyKey> = {
  readonly row: Row;
  readonly valueOf: (row: Row) => V;
  readonly keyOf: (row: Row) => Key;
  readonly copies: LocalCopies<V, Key>;
  /** Changes that an earlier visit could not send. */
  readonly unsent?: LocalCopy<V, Key> | undefined;
  readonly merge: (edits: { readonly base: V; readonly mine: V; readonly theirs: V }) => Merged<V>;
  /** Stores the value unless something else was stored since `row`, which is then returned as `theirs`. */
  readonly store: (value: V, row: Row) => Promise<{ readonly stored: Row } | { readonly theirs: Row } | "gone">;
  readonly read?: () => Promise<Row | undefined>;
};

/** The value that an action has published or discarded, and what is stored now; without a row it is nothing. */
type Outcome<V extends Value, Row> = { readonly sent: V; readonly row?: Row };

export type DraftSaver<V extends Value, Row> = {
  readonly current: () => Edit<V, Row>;
  /** Begins to save; returns a function that saves the last changes and ends it. */
  readonly start: (onEdit: (edit: Edit<V, Row>) => void) => () => void;
  /** Saves to this browser immediately and to the database after a pause. */
  readonly change: (changed: (value: V) => V) => void;
  readonly saveNow: () => Promise<void>;
  /** Ends the conflict of a field, or all of them. */
  readonly settle: (keep: "mine" | "theirs", path?: string) => void;
  readonly dismissTaken: () => void;
  /** Merges what others have stored. */
  readonly pull: () => Promise<void>;
  /** Runs an action that stores something itself. Nothing is saved meanwhile; text that is typed meanwhile stays. */
  readonly act: (action: (edit: Edit<V, Row>) => Promise<Outcome<V, Row> | undefined>) => Promise<boolean>;
};

const SAVE_DELAY_MS = 1_000;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** A text that saves itself while the screen is open. Only the first options count: another text needs another `key`. */
export function useDraft<V extends Value, Row, Key extends CopyKey>(options: () => SaverOptions<V, Row, Key>) {
  const [saver] = useState(() => createDraftSaver(options()));
  const [edit, setEdit] = useState(saver.current);
  useEffect(() => saver.start(setEdit), [saver]);
  return { edit, saver };
}

/** Saves a text while it is being edited: to this browser at every keystroke, to the database after a pause. */
export function createDraftSaver<V extends Value, Row, Key extends CopyKey>(
  options: SaverOptions<V, Row, Key>,
): DraftSaver<V, Row> {
  const { unsent, store, read } = options;
  const { current, set, sendable, isStored, writeCopy, absorb, rebase, restart, listen } = createEdits(options);
  let reads = 0;

  /** True if there is newer text to send. */
  async function save(): Promise<boolean> {
    if (isStored()) {
      if (current().saving !== "unchanged") set({ saving: "saved" });
      return false;
    }
    set({ saving: navigator.onLine ? "saving" : "offline" });
    const sent = sendable();
    const outcome = await store(sent, current().row);
    if (outcome === "gone") {
      set({ saving: "gone" });
      return false;
    }
    if ("theirs" in outcome) {
      absorb(outcome.theirs);
      return save();
    }
    rebase(sent, outcome.stored);
    writeCopy();
    if (isStored()) set({ saving: "saved" });
    return !isStored();
  }

  const autosave = createAutosave(save, {
    onFailure: () => set({ saving: writeCopy() ? "offline" : "unsaved" }),
    // A read that overlaps a store does not count: what was stored here would look like another admin's text.
    onDone: () => void reads++,
  });

  function change(changed: Partial<Edit<V, Row>>): void {
    set(changed);
    writeCopy(new Date().toISOString());
    autosave.saveSoon();
  }

  return {
    current,
    start(onEdit) {
      listen(onEdit);
      const stop = autosave.start();
      if (unsent) void autosave.saveNow();
      return () => {
        void autosave.saveNow();
        stop();
      };
    },
    change: (changed) => change({ value: changed(current().value) }),
    saveNow: autosave.saveNow,
    settle: (keep, path) => change(settled(current(), keep, path)),
    dismissTaken: () => set({ taken: [] }),
    async pull() {
      const number = ++reads;
      const row = await read?.();
      if (row && number === reads && !autosave.isRunning()) absorb(row);
    },
    act: (action) =>
      autosave.runAlone(async () => {
        const outcome = await action(current());
        if (outcome) restart(outcome);
        return outcome !== undefined;
      }),
  };
}

/** The edited value, and the stored one that it is based on. */
function createEdits<V extends Value, Row, Key extends CopyKey>(options: SaverOptions<V, Row, Key>) {
  const { row: first, valueOf, keyOf, copies, unsent, merge } = options;
  let onEdit: ((edit: Edit<V, Row>) => void) | undefined;
  let base = unsent?.base ?? valueOf(first);
  // Of the last edit: a window that only opens an older text again does not make it the newest.
  let at = unsent?.at ?? new Date().toISOString();
  let edit: Edit<V, Row> = {
    value: unsent?.value ?? base,
    row: first,
    saving: "unchanged",
    conflicts: unsent?.conflicts ?? {},
    taken: [],
  };

  function set(changed: Partial<Edit<V, Row>>): void {
    edit = { ...edit, ...changed };
    onEdit?.(edit);
  }

  /** Where both changed a field, the store keeps theirs until the writer has chosen. */
  const sendable = () => settled(edit, "theirs").value;
  const isStored = () => isSame(sendable(), base);

  /** False if this browser keeps nothing. */
  function writeCopy(editedAt = at): boolean {
    at = editedAt;
    const { value, conflicts, row } = edit;
    const isAhead = !isStored() || Object.keys(conflicts).length > 0;
    return copies.write({ ...keyOf(row), value, base, conflicts, isAhead, at });
  }

  /** Takes each field from the side that changed it. */
  function absorb(row: Row): void {
    const theirs = valueOf(row);
    const { merged, taken, conflicts } = merge({ base, mine: edit.value, theirs });
    const hasNews = taken.length > 0 && !isSame(edit.value, theirs);
    const { id } = keyOf(edit.row);
    if (id !== keyOf(row).id) copies.remove(id);
    const open = Object.keys({ ...edit.conflicts, ...conflicts }).map((path) => [path, valueAt(theirs, path)] as const);
    base = theirs;
    set({
      row,
      value: merged,
      conflicts: Object.fromEntries(open.filter(([path, other]) => !isSame(valueAt(merged, path), other))),
      taken: hasNews ? taken : edit.taken,
    });
    writeCopy();
  }

  function restart({ sent, row }: Outcome<V, Row>): void {
    base = sent;
    if (row) absorb(row);
    set({ conflicts: {}, taken: [], saving: "unchanged" });
    if (isStored()) copies.remove(keyOf(edit.row).id);
    else writeCopy();
  }

  if (unsent) absorb(first);
  return {
    current: () => edit,
    set,
    sendable,
    isStored,
    writeCopy,
    absorb,
    restart,
    rebase: (stored: V, row: Row) => {
      base = stored;
      set({ row });
    },
    listen: (listener: (edit: Edit<V, Row>) => void) => void (onEdit = listener),
  };
}

/** Without the conflict of a field, or without any. */
function settled<V extends Value, Row>({ value, conflicts }: Edit<V, Row>, keep: "mine" | "theirs", path?: string) {
  const [chosen, rest] = [true, false].map((wanted) =>
    Object.entries(conflicts).filter(([at]) => (path === undefined || at === path) === wanted),
  );
  const theirs = chosen?.reduce((all, [at, other]) => withValueAt(all, at, other), value) ?? value;
  return { conflicts: Object.fromEntries(rest ?? []), value: keep === "theirs" ? theirs : value };
}

/** Runs one `save` at a time: after a pause, at once, again after a failure, or when the connection is back. */
function createAutosave(save: () => Promise<boolean>, on: { onFailure: () => void; onDone: () => void }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<unknown> | undefined;
  let failures = 0;
  let isStopped = true;

  function saveSoon(pauseMs = SAVE_DELAY_MS): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void saveNow(), pauseMs);
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const tracked = work.finally(() => {
      running = undefined;
      on.onDone();
    });
    running = tracked;
    return tracked;
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer);
    await (running ?? track(run()));
  }

  async function run(): Promise<void> {
    try {
      const hasMore = await save();
      failures = 0;
      if (hasMore && isStopped) await run();
      else if (hasMore) saveSoon();
    } catch (error) {
      console.warn("The text is kept in this browser and will be sent again", error);
      if (isStopped) return;
      on.onFailure();
      saveSoon(Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS));
    }
  }

  const saveOnline = () => void saveNow();
  return {
    saveSoon,
    saveNow,
    isRunning: () => running !== undefined,
    async runAlone<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running) await running.catch(() => undefined);
      clearTimeout(timer);
      return track(work()).finally(() => saveSoon());
    },
    start() {
      isStopped = false;
      addEventListener("online", saveOnline);
      // The request in flight is finished without retries, because another account may sign in next.
      return () => {
        isStopped = true;
        clearTimeout(timer);
        removeEventListener("online", saveOnline);
      };
    },
  };
}
