import type { Field } from "../../../domain/content/fields.ts";
import type { TextCopy } from "../shell/text-copy.ts";
import type { Entry } from "./entry-states.ts";
import { isSame, mergeEdits, type Value, withValueAt } from "./entry-value.ts";

export type EntryEdit = {
  readonly value: Value;
  /** As it is stored now, the draft included. */
  readonly entry: Entry;
  readonly saving: "saved" | "saving" | "offline";
  /** Fields that another admin changed at the same time: their content by path. */
  readonly conflicts: { readonly [path: string]: unknown };
  /** Fields that another admin changed and this one did not. */
  readonly taken: readonly string[];
};

type EditsOptions = {
  readonly field: Field;
  readonly entry: Entry;
  readonly copy: TextCopy;
  readonly onEdit: (edit: EntryEdit) => void;
};

/** The text that visitors see, or will see from a date on; a draft that equals it is none. */
export const publishedValue = (entry: Entry): unknown => (entry.scheduled ?? entry.live)?.data ?? entry.shipped;

export const firstEdit = (entry: Entry): EntryEdit => ({
  value: entry.value,
  entry,
  saving: "saved",
  conflicts: {},
  taken: [],
});

/** The edited value and the stored one it is based on. Each change is kept in this browser. */
export function createEdits({ field, entry: start, copy, onEdit }: EditsOptions) {
  let edit = firstEdit(start);
  let base = start.value;

  function set(changed: Partial<EntryEdit>): void {
    edit = { ...edit, ...changed };
    onEdit(edit);
  }

  /** Where both changed a field, the store keeps theirs until the writer has chosen. */
  const sendable = () =>
    Object.entries(edit.conflicts).reduce((value, [path, theirs]) => withValueAt(value, path, theirs), edit.value);

  function absorb(entry: Entry): void {
    const { merged, taken, conflicts } = mergeEdits(field, { base, mine: edit.value, theirs: entry.value });
    base = entry.value;
    const hasNews = taken.length > 0 && !isSame(edit.value, entry.value);
    set({
      entry,
      value: merged,
      conflicts: { ...edit.conflicts, ...conflicts },
      taken: hasNews ? taken : edit.taken,
    });
  }

  return {
    current: () => edit,
    set,
    sendable,
    absorb,
    isStored: () => isSame(sendable(), base),
    setBase: (value: Value) => {
      base = value;
    },
    change: (changed: Partial<EntryEdit>) => {
      set(changed);
      copy.write({ text: JSON.stringify(edit.value), base: JSON.stringify(base) });
    },
    /** Continues with text that an earlier visit could not store; false if there is none. */
    resume(): boolean {
      const kept = copy.read();
      if (!kept) return false;
      base = JSON.parse(kept.base) as Value;
      edit = { ...edit, value: JSON.parse(kept.text) as Value };
      absorb(start);
      return true;
    },
    forget(): void {
      if (Object.keys(edit.conflicts).length === 0) copy.forget(JSON.stringify(edit.value));
    },
  };
}
