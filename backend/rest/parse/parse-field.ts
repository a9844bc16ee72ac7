import { Scanner, takeList } from "./scanner.ts";

/** A step into a JSON value: an object key or an array index. */
type JsonStep = { readonly asText: boolean; readonly key: string; readonly isIndex: boolean };

/** A column, or a path into a JSON column. */
export type Field = { readonly column: string; readonly path: readonly JsonStep[] };

const MAX_PATH_DEPTH = 10;
const MAX_COLUMNS = 500;

export function takeField(scanner: Scanner): Field {
  return { column: scanner.takeName(), path: takeJsonPath(scanner) };
}

function takeJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.startsWith("->")) {
    if (path.length === MAX_PATH_DEPTH) scanner.fail("a shorter JSON path");
    const asText = scanner.accept("->>");
    if (!asText) scanner.expect("->");
    const isNegative = !scanner.startsWith("->") && scanner.accept("-");
    const key = scanner.takeName();
    const isIndex = /^\d{1,9}$/.test(key);
    if (isNegative && !isIndex) scanner.fail("digit");
    path.push({ asText, key: isNegative ? `-${key}` : key, isIndex });
  }
  return path;
}

/** Parses the comma-separated names in `columns` and `on_conflict`. */
export function parseColumnNames(text: string, parameter: "columns" | "on_conflict"): string[] {
  const scanner = new Scanner(text, `${parameter} parameter`);
  const names = takeList(scanner, () => scanner.takeName(), MAX_COLUMNS);
  scanner.expectEnd();
  return [...new Set(names)];
}
