import { echo, malformed, tooComplex } from "../errors.ts";

const IDENTIFIER_CHARACTER = /[\p{L}\p{Nd}_ $]/u;

/** Parses one query parameter. Errors have the format of PostgREST's parser: position, found and expected input. */
export class Scanner {
  readonly #text: string;
  readonly #failure: string;
  #position = 0;

  /** `shown` is the text that error messages repeat, if it differs from the parsed text. */
  constructor(text: string, parameter: string, shown = text) {
    this.#text = text;
    this.#failure = `failed to parse ${parameter} (${echo(shown)})`;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  get mark(): number {
    return this.#position;
  }

  returnTo(mark: number): void {
    this.#position = mark;
  }

  peek(): string {
    return this.#text[this.#position] ?? "";
  }

  startsWith(literal: string): boolean {
    return this.#text.startsWith(literal, this.#position);
  }

  /** Consumes the literal if it comes next. */
  accept(literal: string): boolean {
    if (!this.startsWith(literal)) return false;
    this.#position += literal.length;
    return true;
  }

  expect(literal: string): void {
    if (!this.accept(literal)) this.fail(JSON.stringify(literal));
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail("end of input");
  }

  skipBlanks(): void {
    while (this.peek() === " " || this.peek() === "\t") this.#position++;
  }

  /** All characters before the next stop character, which is not consumed. */
  takeUntil(stops: string): string {
    const start = this.#position;
    while (!this.isAtEnd && !stops.includes(this.peek())) this.#position++;
    return this.#text.slice(start, this.#position);
  }

  takeRest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** A field name: in quotes, or letters, digits, _, $, spaces, and dashes that do not begin `->`. */
  takeName(expecting = "field name (* or [a..z0..9_$])"): string {
    const quoted = this.takeQuoted();
    if (quoted !== undefined) return quoted;
    const start = this.#position;
    for (;;) {
      this.#skipIdentifier();
      if (this.#position === start || this.peek() !== "-" || this.startsWith("->")) break;
      this.#position++;
    }
    const name = this.#text.slice(start, this.#position).trim();
    if (name === "") this.fail(expecting);
    return name;
  }

  takeIdentifier(): string {
    const start = this.#position;
    this.#skipIdentifier();
    const identifier = this.#text.slice(start, this.#position).trim();
    if (identifier === "") this.fail("letter or digit");
    return identifier;
  }

  /** A value in double quotes with \ as escape; undefined, with nothing consumed, if there is no complete one. */
  takeQuoted(): string | undefined {
    if (this.peek() !== '"') return undefined;
    let value = "";
    for (let index = this.#position + 1; index < this.#text.length; index++) {
      const character = this.#text[index] ?? "";
      if (character === '"') {
        this.#position = index + 1;
        return value;
      }
      if (character === "\\") index++;
      value += this.#text[index] ?? "";
    }
    return undefined;
  }

  fail(expecting: string): never {
    const found = this.isAtEnd ? "end of input" : JSON.stringify(this.peek());
    throw malformed(
      `"${this.#failure}" (line 1, column ${this.#position + 1})`,
      `unexpected ${found} expecting ${expecting}`,
    );
  }

  #skipIdentifier(): void {
    while (!this.isAtEnd) {
      const character = String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0);
      if (!IDENTIFIER_CHARACTER.test(character)) return;
      this.#position += character.length;
    }
  }
}

/** One or more items with commas between them. */
export function takeList<Item>(scanner: Scanner, takeItem: () => Item, maxItems: number): Item[] {
  const items: Item[] = [];
  do {
    if (items.length === maxItems) throw tooComplex(`At most ${maxItems} items are accepted in one list.`);
    scanner.skipBlanks();
    items.push(takeItem());
    scanner.skipBlanks();
  } while (scanner.accept(","));
  return items;
}

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
