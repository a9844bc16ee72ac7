import { aggregatesNotAllowed, notEmbedded } from "../errors.ts";
import { type Condition, parseFilter, parseLogic, startsWithOperator } from "./parse-filter.ts";
import { type Field, parseColumnNames, Scanner, takeField, takeList } from "./scanner.ts";

export type RequestQuery = {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
};

const RESERVED = new Set(["select", "columns", "on_conflict", "order", "limit", "offset"]);

/** Reads the query string of a table request. Every parameter that is not reserved is a filter. */
export function readTableQuery(query: URLSearchParams): RequestQuery {
  return read(
    query,
    [...query].filter(([key]) => !RESERVED.has(key)),
  );
}

/** Reads the query string of a call, where a parameter without an operator is an argument. */
export function readCallQuery(query: URLSearchParams): RequestQuery {
  return read(
    query,
    [...query].filter(([key, value]) => !RESERVED.has(key) && !isArgument(key, value)),
  );
}

export function readArguments(query: URLSearchParams): [string, string][] {
  return [...query].filter(([key, value]) => !RESERVED.has(key) && isArgument(key, value));
}

function isArgument(key: string, value: string): boolean {
  return !key.includes(".") && !isLogic(key) && !startsWithOperator(value);
}

function read(query: URLSearchParams, filters: readonly [string, string][]): RequestQuery {
  const columns = query.get("columns");
  const onConflict = query.get("on_conflict");
  return {
    select: parseSelect(query.get("select") ?? "*"),
    conditions: filters.map(([key, value]) => readCondition(key, value)),
    order: query
      .getAll("order")
      .filter(Boolean)
      .flatMap((text) => parseOrder(text)),
    columns: columns === null ? undefined : parseColumnNames(columns, "columns"),
    onConflict: onConflict === null ? undefined : parseColumnNames(onConflict, "on_conflict"),
  };
}

function readCondition(key: string, value: string): Condition {
  if (isLogic(key)) return parseLogic(key, value);
  const embedded = /^(.+)\.(?:order|limit|offset|not\.and|not\.or|and|or)$/.exec(key)?.[1];
  if (embedded !== undefined) throw notEmbedded(embedded);
  return parseFilter(key, value);
}

function isLogic(key: string): key is "and" | "or" | "not.and" | "not.or" {
  return key === "and" || key === "or" || key === "not.and" || key === "not.or";
}

export type OrderTerm = {
  readonly field: Field;
  readonly direction: "asc" | "desc";
  readonly nulls: "first" | "last" | undefined;
};

const MAX_ORDER_TERMS = 50;

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const terms = takeList(scanner, () => takeTerm(scanner), MAX_ORDER_TERMS);
  scanner.expectEnd();
  return terms;
}

function takeTerm(scanner: Scanner): OrderTerm {
  const field = takeField(scanner);
  if (scanner.startsWith("(")) throw notEmbedded(field.column);
  let direction: OrderTerm["direction"] = "asc";
  let isDirected = false;
  if (scanner.accept(".asc")) isDirected = true;
  else if (scanner.accept(".desc")) {
    direction = "desc";
    isDirected = true;
  }
  const nulls = takeNulls(scanner);
  if (!scanner.isAtEnd && scanner.peek() !== ",") {
    scanner.accept(".");
    scanner.fail(isDirected ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { field, direction, nulls };
}

function takeNulls(scanner: Scanner): OrderTerm["nulls"] {
  if (scanner.accept(".nullsfirst")) return "first";
  return scanner.accept(".nullslast") ? "last" : undefined;
}

export type SelectItem =
  | { readonly kind: "everything" }
  | {
      readonly kind: "field";
      readonly field: Field;
      readonly cast: string | undefined;
      readonly alias: string | undefined;
    }
  | { readonly kind: "embedded"; readonly relation: string };

const MAX_SELECT_ITEMS = 500;
const MAX_EMBEDDING_DEPTH = 10;
const AGGREGATES = ["count", "sum", "avg", "max", "min"];

/** Parses `select`: columns with alias, JSON path and cast, and embedded relations, so that an error can name them. */
export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === "") return [{ kind: "everything" }];
  const scanner = new Scanner(text, "select parameter");
  const items = takeItems(scanner, 0);
  scanner.expectEnd();
  return items;
}

function takeItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_EMBEDDING_DEPTH) scanner.fail("less nesting");
  return takeList(scanner, () => takeItem(scanner, depth), MAX_SELECT_ITEMS);
}

function takeItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.accept("*")) return { kind: "everything" };
  if (scanner.accept("...")) return takeEmbedded(scanner, scanner.takeName(), depth);
  const alias = takeAlias(scanner);
  if (scanner.startsWith("...")) scanner.fail("field name (* or [a..z0..9_$])");
  if (scanner.accept("count()")) throw aggregatesNotAllowed();
  const field = takeField(scanner);
  if (field.path.length === 0 && /[!(]/.test(scanner.peek())) return takeEmbedded(scanner, field.column, depth);
  const cast = scanner.accept("::") ? scanner.takeIdentifier() : undefined;
  if (AGGREGATES.some((name) => scanner.startsWith(`.${name}()`))) throw aggregatesNotAllowed();
  if (!scanner.isAtEnd && !/[,)]/.test(scanner.peek())) {
    scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  return { kind: "field", field, cast, alias };
}

/** `alias:`, but not the `::` of a cast. */
function takeAlias(scanner: Scanner): string | undefined {
  const start = scanner.mark;
  const alias = scanner.takeName();
  if (!scanner.startsWith("::") && scanner.accept(":")) return alias;
  scanner.returnTo(start);
  return undefined;
}

function takeEmbedded(scanner: Scanner, relation: string, depth: number): SelectItem {
  while (scanner.accept("!")) scanner.takeName();
  scanner.expect("(");
  if (!scanner.startsWith(")")) takeItems(scanner, depth + 1);
  scanner.expect(")");
  return { kind: "embedded", relation };
}
