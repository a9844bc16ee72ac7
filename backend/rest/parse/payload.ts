import { parseJson } from "../../parse-json.ts";
import type { Column, Relation } from "../catalog.ts";
import { invalidBody, RestError, unknownPayloadColumn } from "../errors.ts";

/** Rows to write, as the text of a JSON array, and the columns to set. */
export type Payload = { readonly text: string; readonly columns: readonly Column[]; readonly isEmpty: boolean };

type JsonObject = Readonly<Record<string, unknown>>;

const JSON_TYPE = /^application\/(?:json|vnd\.pgrst\.(?:object|array)(?:\+json)?)(?:\s*;|$)/i;

export function requireJson(contentType: string | null): void {
  if (contentType === null || contentType === "" || JSON_TYPE.test(contentType)) return;
  throw new RestError(400, "PGRST102", `Content-Type not acceptable: ${contentType.split(";")[0]?.slice(0, 100)}`);
}

/** Reads the rows of an insert or update. With the parameter `columns` all other keys of the rows are ignored. */
export function readPayload(text: string, relation: Relation, named: readonly string[] | undefined): Payload {
  const value = requireValue(text);
  const rows = Array.isArray(value) ? value : isObject(value) ? [value] : [];
  const names = named ?? uniformKeys(rows);
  const columns = names.map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw unknownPayloadColumn(relation.name, name);
    return column;
  });
  if (!rows.every(isObject)) throw invalidBody("All object keys must match");
  return {
    text: Array.isArray(value) ? text : `[${rows.length > 0 ? text : ""}]`,
    columns,
    isEmpty: rows.length === 0,
  };
}

/** Reads the arguments of a call; an empty body means no arguments. Only an object has names. */
export function readCallBody(text: string): { text: string; names: string[] | undefined } {
  if (text.trim() === "") return { text: "{}", names: [] };
  const value = requireValue(text);
  return { text, names: isObject(value) ? Object.keys(value) : undefined };
}

function requireValue(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw invalidBody("Empty or invalid json");
  return value;
}

function uniformKeys(rows: readonly unknown[]): string[] {
  const [first] = rows;
  if (!isObject(first)) return [];
  const keys = Object.keys(first);
  const known = new Set(keys);
  const isUniform = rows.every((row) => {
    const own = isObject(row) ? Object.keys(row) : [];
    return own.length === keys.length && own.every((key) => known.has(key));
  });
  if (!isUniform) throw invalidBody("All object keys must match");
  return keys;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
