import { notEmbedded } from "../errors.ts";
import { type Field, takeField } from "./parse-field.ts";
import { Scanner, takeList } from "./scanner.ts";

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
