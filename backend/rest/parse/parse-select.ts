import { aggregatesNotAllowed } from "../errors.ts";
import { type Field, takeField } from "./parse-field.ts";
import { Scanner, takeList } from "./scanner.ts";

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
