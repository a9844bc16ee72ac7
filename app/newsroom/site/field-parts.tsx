import type { ReactNode } from "react";
import type { Field } from "../../../domain/content/fields.ts";

/** The form's state, for the fields in it. */
export type EntryForm = {
  readonly valueAt: (path: string) => unknown;
  readonly errorAt: (path: string) => string | undefined;
  readonly isChanged: (path: string) => boolean;
  /** The other admin's version of a field that both changed. */
  readonly conflictAt: (path: string) => { readonly theirs: unknown } | undefined;
  readonly change: (path: string, value: unknown) => void;
  readonly settle: (path: string, keep: "mine" | "theirs") => void;
};

export type FieldProps = { readonly form: EntryForm; readonly field: Field; readonly path: string };

export function ChangedMark() {
  return <span className="changed-mark" aria-hidden="true" title="Changed in this draft" />;
}

/** A field that two admins changed: both versions, until one is chosen. */
export function BothVersions({ form, field, path }: FieldProps): ReactNode {
  const conflict = form.conflictAt(path);
  if (!conflict) return null;
  return (
    <div className="both-versions" role="group" aria-label={`Two versions of ${field.label}`}>
      <p role="alert">Another admin changed this field, too.</p>
      <div>
        <p>{describe(form.valueAt(path))}</p>
        <button className="tool" type="button" onClick={() => form.settle(path, "mine")}>
          Keep yours
        </button>
      </div>
      <div>
        <p>{describe(conflict.theirs)}</p>
        <button className="tool" type="button" onClick={() => form.settle(path, "theirs")}>
          Take theirs
        </button>
      </div>
    </div>
  );
}

/** Any value in a few words. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describe).join("; ") || "None";
  if (typeof value === "object" && value !== null) {
    return Object.values(value).map(describe).filter(Boolean).join(", ");
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
