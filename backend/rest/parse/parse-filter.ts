import { notEmbedded, tooComplex } from "../errors.ts";
import { type Field, Scanner, takeField, takeList } from "./scanner.ts";

type Quantifier = "any" | "all";

export type Operation =
  | { readonly kind: "compare"; readonly operator: ComparisonSql; readonly value: string }
  | { readonly kind: "quantified"; readonly operator: ComparisonSql; readonly by: Quantifier; readonly value: string }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly state: StateSql }
  | {
      readonly kind: "search";
      readonly operator: SearchSql;
      readonly language: string | undefined;
      readonly value: string;
    };

export type Condition =
  | { readonly kind: "test"; readonly field: Field; readonly isNegated: boolean; readonly operation: Operation }
  | {
      readonly kind: "logic";
      readonly operator: "and" | "or";
      readonly isNegated: boolean;
      readonly conditions: readonly Condition[];
    };

const MAX_LIST_ITEMS = 20_000;
const MAX_CONDITIONS = 200;
const MAX_LOGIC_DEPTH = 10;
const EXPECTED_OPERATOR = '"not" or operator (eq, gt, ...)';

/** Parses `column=operator.value`. The value extends to the end, whatever it contains. */
export function parseFilter(key: string, value: string): Condition {
  const path = new Scanner(key, "tree path");
  const field = takeField(path);
  if (path.startsWith(".")) throw notEmbedded(field.column);
  path.expectEnd();
  const scanner = new Scanner(value, "filter");
  const { isNegated, operation } = takeOperation(scanner, () => scanner.takeRest());
  scanner.expectEnd();
  return { kind: "test", field, isNegated, operation };
}

/** Parses the parameters `and`, `or`, `not.and` and `not.or`. */
export function parseLogic(key: "and" | "or" | "not.and" | "not.or", value: string): Condition {
  const scanner = new Scanner(`${key}${value}`, "logic tree", value);
  const budget = { conditions: MAX_CONDITIONS };
  const condition = takeLogic(scanner, 0, budget);
  scanner.expectEnd();
  return condition;
}

function takeCondition(scanner: Scanner, depth: number, budget: { conditions: number }): Condition {
  if (budget.conditions-- === 0) throw tooComplex(`At most ${MAX_CONDITIONS} conditions are accepted.`);
  const start = scanner.mark;
  scanner.accept("not.");
  const isLogic = /^(?:and|or)$/.test(scanner.takeName()) && scanner.startsWith("(");
  scanner.returnTo(start);
  if (isLogic) return takeLogic(scanner, depth + 1, budget);
  const field = takeField(scanner);
  scanner.expect(".");
  const taken = takeOperation(scanner, () => takeLogicValue(scanner));
  return { kind: "test", field, ...taken };
}

function takeLogic(scanner: Scanner, depth: number, budget: { conditions: number }): Condition {
  if (depth > MAX_LOGIC_DEPTH) throw tooComplex(`At most ${MAX_LOGIC_DEPTH} levels of logic are accepted.`);
  const isNegated = scanner.accept("not.");
  const operator = scanner.accept("and") ? "and" : "or";
  if (operator === "or") scanner.expect("or");
  scanner.skipBlanks();
  scanner.expect("(");
  const conditions = takeList(scanner, () => takeCondition(scanner, depth, budget), MAX_CONDITIONS);
  scanner.expect(")");
  return { kind: "logic", operator, isNegated, conditions };
}

function takeOperation(scanner: Scanner, takeValue: () => string): { isNegated: boolean; operation: Operation } {
  const isNegated = scanner.accept("not.");
  const start = scanner.mark;
  const word = scanner.takeUntil(".(,)");
  if (scanner.peek() === "." && word === "in") return { isNegated, operation: takeIn(scanner) };
  if (scanner.peek() === "." && word === "is") return { isNegated, operation: takeIs(scanner) };
  const operation = takeSearch(scanner, word, takeValue) ?? takeComparison(scanner, word, takeValue);
  if (operation) return { isNegated, operation };
  scanner.returnTo(start);
  return scanner.fail(isNegated ? "operator (eq, gt, ...)" : EXPECTED_OPERATOR);
}

function takeComparison(scanner: Scanner, word: string, takeValue: () => string): Operation | undefined {
  const operator = findComparison(word);
  if (operator === undefined) return undefined;
  const by = takeQuantifier(scanner);
  if (by && !mayTakeQuantifier(operator)) return undefined;
  scanner.expect(".");
  if (by) return { kind: "quantified", operator, by, value: takeValue() };
  return { kind: "compare", operator, value: takeValue() };
}

function takeQuantifier(scanner: Scanner): Quantifier | undefined {
  if (scanner.accept("(any)")) return "any";
  return scanner.accept("(all)") ? "all" : undefined;
}

function takeSearch(scanner: Scanner, word: string, takeValue: () => string): Operation | undefined {
  const operator = findSearch(word);
  if (operator === undefined) return undefined;
  let language: string | undefined;
  if (scanner.accept("(")) {
    language = scanner.takeIdentifier();
    scanner.expect(")");
  }
  scanner.expect(".");
  return { kind: "search", operator, language, value: takeValue() };
}

function takeIs(scanner: Scanner): Operation {
  scanner.expect(".");
  const start = scanner.mark;
  const state = findState(scanner.takeUntil(",)").trim());
  if (state !== undefined) return { kind: "is", state };
  scanner.returnTo(start);
  return scanner.fail("null or trilean value (unknown, true, false)");
}

function takeIn(scanner: Scanner): Operation {
  scanner.expect(".");
  scanner.skipBlanks();
  scanner.expect("(");
  const values: string[] = [];
  do {
    if (values.length === MAX_LIST_ITEMS)
      throw tooComplex(`At most ${MAX_LIST_ITEMS} values are accepted in one list.`);
    values.push(takeListValue(scanner));
  } while (scanner.accept(","));
  scanner.expect(")");
  scanner.skipBlanks();
  return { kind: "in", values };
}

/** A value in quotes, or all characters up to the next comma or parenthesis. */
function takeListValue(scanner: Scanner): string {
  const start = scanner.mark;
  const quoted = scanner.takeQuoted();
  if (quoted !== undefined && (scanner.isAtEnd || /[,)]/.test(scanner.peek()))) return quoted;
  scanner.returnTo(start);
  return scanner.takeUntil(",)");
}

/** A list value, or an array literal in braces, which may contain commas. */
function takeLogicValue(scanner: Scanner): string {
  const start = scanner.mark;
  if (scanner.accept("{")) {
    const inside = scanner.takeUntil("{}");
    if (scanner.accept("}")) return `{${inside}}`;
    scanner.returnTo(start);
  }
  return takeListValue(scanner);
}

/** All operators that a statement can contain. A request only chooses among them. */
const COMPARISONS = new Map([
  ["eq", "="],
  ["neq", "<>"],
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
  ["like", "like"],
  ["ilike", "ilike"],
  ["match", "~"],
  ["imatch", "~*"],
  ["isdistinct", "is distinct from"],
  ["cs", "@>"],
  ["cd", "<@"],
  ["ov", "&&"],
  ["sl", "<<"],
  ["sr", ">>"],
  ["nxl", "&>"],
  ["nxr", "&<"],
  ["adj", "-|-"],
] as const);

const SEARCHES = new Map([
  ["fts", "to_tsquery"],
  ["plfts", "plainto_tsquery"],
  ["phfts", "phraseto_tsquery"],
  ["wfts", "websearch_to_tsquery"],
] as const);

const STATES = new Map([
  ["null", "null"],
  ["not_null", "not null"],
  ["true", "true"],
  ["false", "false"],
  ["unknown", "unknown"],
] as const);

const QUANTIFIABLE: ReadonlySet<ComparisonSql> = new Set(["=", ">", ">=", "<", "<=", "like", "ilike", "~", "~*"]);
const TEXT_PATTERNS: ReadonlySet<ComparisonSql> = new Set(["like", "ilike", "~", "~*"]);

type ValueOf<Choices> = Choices extends Map<string, infer Value> ? Value : never;
type ComparisonSql = ValueOf<typeof COMPARISONS>;
type SearchSql = ValueOf<typeof SEARCHES>;
type StateSql = ValueOf<typeof STATES>;

const findComparison = (word: string): ComparisonSql | undefined => lookUp(COMPARISONS, word);
const findSearch = (word: string): SearchSql | undefined => lookUp(SEARCHES, word);
const findState = (word: string): StateSql | undefined => lookUp(STATES, word.toLowerCase());
const mayTakeQuantifier = (operator: ComparisonSql): boolean => QUANTIFIABLE.has(operator);
export const comparesText = (operator: ComparisonSql): boolean => TEXT_PATTERNS.has(operator);
export const isRegex = (operator: ComparisonSql): boolean => operator === "~" || operator === "~*";
export const usesWildcards = (operator: ComparisonSql): boolean => operator === "like" || operator === "ilike";

/** In a GET call, a parameter whose value starts with an operator is a filter, any other an argument, as in PostgREST. */
export function startsWithOperator(value: string): boolean {
  const word = /^[a-z_]+(?=[.(])/.exec(value)?.[0];
  if (word === undefined) return false;
  return ["not", "in", "is"].includes(word) || COMPARISONS.has(word as never) || SEARCHES.has(word as never);
}

const lookUp = <Value>(choices: ReadonlyMap<string, Value>, word: string): Value | undefined => choices.get(word);
