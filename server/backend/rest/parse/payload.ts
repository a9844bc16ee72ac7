import type { Column, Relation } from "../catalog/catalog.ts";
import { invalidBody, RestError, unknownPayloadColumn } from "../errors.ts";

/** Rows to write: a JSON array as text, and the columns that are written. */
export type Payload = { readonly text: string; readonly columns: readonly Column[]; readonly isEmpty: boolean };

type JsonObject = Readonly<Record<string, unknown>>;

const DEEPEST_JSON = 100;
const JSON_TYPE = /^application\/(?:json|vnd\.pgrst\.(?:object|array)(?:\+json)?)(?:\s*;|$)/i;

export function requireJson(contentType: string | null): void {
  if (contentType === null || contentType === "" || JSON_TYPE.test(contentType)) return;
  throw new RestError({
    status: 400,
    code: "PGRST102",
    message: `Content-Type not acceptable: ${contentType.split(";")[0]?.slice(0, 100)}`,
  });
}

/** Reads the rows of an insert or update. With `columns` given only those are written, whatever else the rows hold. */
export function readPayload(text: string, relation: Relation, named: readonly string[] | undefined): Payload {
  const value = parseJson(text);
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

/** The arguments of a call; no body at all means no arguments. */
export function readArgumentObject(text: string): { text: string; names: string[] } {
  if (text.trim() === "") return { text: "{}", names: [] };
  const value = parseJson(text);
  if (!isObject(value)) throw invalidBody("Empty or invalid json");
  return { text, names: Object.keys(value) };
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text, DEEPEST_JSON)) throw invalidBody("Empty or invalid json");
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
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

/** PostgreSQL reads JSON recursively: depth is refused before it gets there. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "[" || character === "{") {
      if (++depth > most) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
