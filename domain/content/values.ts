import * as v from "valibot";
import { emptyValue, type Field } from "./fields.ts";
import { asHtml } from "./rich-text.ts";

/** The fields of an entry or a post as the form holds them. */
export type Value = { readonly [name: string]: unknown };
/** Messages by path, such as "offices.0.city". */
export type Messages = { readonly [path: string]: string };

// Gives any stored data the shape that the form needs, with its keys in the order of the schema. The content of a field
// stays, even if the schema refuses it: the form says so.
export const shape = (field: Field, data: unknown): Value => shapeAny(field, data) as Value;

function shapeAny(field: Field, data: unknown): unknown {
  if (field.kind === "group") {
    const given = isRecord(data) ? data : {};
    return Object.fromEntries(
      Object.entries(field.fields ?? {}).map(([name, inner]) => [name, shapeAny(inner, given[name])]),
    );
  }
  const { item } = field;
  if (field.kind === "variant") {
    const known = isRecord(data) ? field.variants?.[String(data.kind)] : undefined;
    // A kind that only another version of the site knows stays as it is.
    return known ? shapeAny(known, data) : (data ?? emptyValue(field));
  }
  if (field.kind === "list" && item) {
    return Array.isArray(data) ? data.map((one) => shapeAny(item, one)) : emptyValue(field);
  }
  if (field.kind === "rich")
    return asHtml(
      [data]
        .flat()
        .filter((one) => typeof one === "string")
        .join("\n\n"),
    );
  const empty = emptyValue(field);
  // A number field holds a text while it is not a number.
  return typeof data === typeof empty || (field.kind === "number" && typeof data === "string") ? data : empty;
}

export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value);
}

export function withValueAt<V extends Value>(value: V, path: string, replacement: unknown): V {
  return replaceAt(value, path.split("."), replacement) as V;
}

function replaceAt(part: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (Array.isArray(part)) {
    return part.map((one, index) => (String(index) === name ? replaceAt(one, rest, replacement) : one));
  }
  const record = part as Value;
  return { ...record, [name]: replaceAt(record[name], rest, replacement) };
}

/** For shaped values, whose keys have one order. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The parts that are compared and merged: all fields, with a list as one of them. */
export function leaves(field: Field, prefix = ""): readonly { readonly path: string; readonly field: Field }[] {
  return Object.entries(field.fields ?? {}).flatMap(([name, inner]) =>
    inner.kind === "group" ? leaves(inner, `${prefix}${name}.`) : [{ path: prefix + name, field: inner }],
  );
}

type Edits<V extends Value> = { readonly base: V; readonly mine: V; readonly theirs: V };

export type Merged<V extends Value> = {
  readonly merged: V;
  /** The paths that changed in theirs only. */
  readonly taken: readonly string[];
  /** Theirs by path, where both changed. */
  readonly conflicts: { readonly [path: string]: unknown };
};

/** Takes each field from the side that changed it. A field that both changed stays mine and is reported with theirs. */
export function mergeEdits<V extends Value>(field: Field, { base, mine, theirs }: Edits<V>): Merged<V> {
  let merged = mine;
  const taken: string[] = [];
  const conflicts: Record<string, unknown> = {};
  for (const { path } of leaves(field)) {
    const [before, own, other] = [base, mine, theirs].map((value) => valueAt(value, path));
    if (isSame(before, other) || isSame(own, other)) continue;
    if (isSame(before, own)) {
      merged = withValueAt(merged, path, other);
      taken.push(path);
    } else conflicts[path] = other;
  }
  return { merged, taken, conflicts };
}

/** The data to publish, or one message per field that the schema refuses. */
export function check(
  schema: v.GenericSchema,
  value: unknown,
): { readonly data: Value } | { readonly errors: Messages } {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return { data: output as Value };
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
  return { errors };
}

/** "Offices 1, City": where in the form a path leads. */
export function nameOf(field: Field, path: string, say = (label: string) => label): string {
  const words: string[] = [];
  let at: Field | undefined = field;
  for (const name of path.split(".")) {
    if (at?.kind === "list") words.push(`${words.pop() ?? ""} ${Number(name) + 1}`);
    at = at?.kind === "list" ? at.item : inner(at, name);
    if (!at?.label || at.kind === "group" || at.kind === "variant") continue;
    const label = say(at.label);
    if (!words.at(-1)?.startsWith(`${label} `)) words.push(label);
  }
  return words.join(", ");
}

/** The groups of a variant that have a field name it alike. */
const inner = (field: Field | undefined, name: string): Field | undefined =>
  [field, ...Object.values(field?.variants ?? {})].find((group) => group?.fields?.[name])?.fields?.[name];

/** Any value in a few words; `none` stands for an empty list. */
export function describe(value: unknown, none = "None"): string {
  const part = (each: unknown) => describe(each, none);
  if (Array.isArray(value)) return value.map(part).join("; ") || none;
  if (typeof value === "object" && value !== null) {
    return Object.values(value).map(part).filter(Boolean).join(", ");
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const isRecord = (value: unknown): value is Value => typeof value === "object" && value !== null;
