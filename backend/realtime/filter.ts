/** A condition on one column of a change: `id=eq.200`, `status=not.in.(a,"b,c")`. */
export type Condition = {
  readonly column: string;
  readonly isNegated: boolean;
  readonly matches: (value: unknown) => boolean;
};

const CONDITION = /^([A-Za-z_][\w$]*)=(not\.)?([a-z]+)\.(.*)$/s;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns undefined if the filter is malformed or uses an operator that is not supported here. */
export function parseFilter(filter: string): Condition[] | undefined {
  const conditions = splitAtCommas(filter).map(parseCondition);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

export function matchesFilter(conditions: readonly Condition[], record: Readonly<Record<string, unknown>>): boolean {
  return conditions.every(({ column, isNegated, matches }) => matches(record[column] ?? null) !== isNegated);
}

function parseCondition(text: string): Condition | undefined {
  const [, column, negation, operator = "", value = ""] = CONDITION.exec(text) ?? [];
  const matches = createMatcher(operator, value);
  return column && matches ? { column, isNegated: negation !== undefined, matches } : undefined;
}

/** Regular expressions are left out: a subscriber could make each change expensive. */
function createMatcher(operator: string, value: string): Condition["matches"] | undefined {
  const operand = unquote(value);
  switch (operator) {
    case "eq":
      return (actual) => actual !== null && compare(actual, operand) === 0;
    case "neq":
      return (actual) => actual !== null && compare(actual, operand) !== 0;
    case "lt":
      return (actual) => actual !== null && compare(actual, operand) < 0;
    case "lte":
      return (actual) => actual !== null && compare(actual, operand) <= 0;
    case "gt":
      return (actual) => actual !== null && compare(actual, operand) > 0;
    case "gte":
      return (actual) => actual !== null && compare(actual, operand) >= 0;
    case "isdistinct":
      return (actual) => (actual === null ? operand !== "null" : compare(actual, operand) !== 0);
    case "in":
      return createListMatcher(value);
    case "is":
      return createIsMatcher(operand.toLowerCase());
    case "like":
    case "ilike":
      return (actual) => actual !== null && isLike(toText(actual), operand, operator === "ilike");
    default:
      return undefined;
  }
}

function createListMatcher(value: string): Condition["matches"] | undefined {
  if (!/^\(.*\)$/s.test(value)) return undefined;
  const items = splitAtCommas(value.slice(1, -1)).map(unquote);
  return (actual) => actual !== null && items.some((item) => compare(actual, item) === 0);
}

function createIsMatcher(operand: string): Condition["matches"] | undefined {
  if (operand === "null" || operand === "unknown") return (actual) => actual === null;
  if (operand === "true" || operand === "false") return (actual) => actual === (operand === "true");
  return undefined;
}

/** Numbers compare as numbers, everything else as text: JSON has dates in ISO format. */
function compare(actual: unknown, operand: string): number {
  if (typeof actual === "number" && NUMBER.test(operand)) return actual - Number(operand);
  const text = toText(actual);
  if (text === operand) return 0;
  return text < operand ? -1 : 1;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `%` stands for any text, `_` for one character. Greedy matching with one backtrack point is linear per `%`. */
function isLike(text: string, pattern: string, ignoresCase: boolean): boolean {
  const subject = ignoresCase ? text.toLowerCase() : text;
  const wanted = ignoresCase ? pattern.toLowerCase() : pattern;
  let [at, position, wildcard, resume] = [0, 0, -1, 0];
  while (at < subject.length) {
    if (wanted[position] === "%") {
      [wildcard, resume] = [position++, at];
    } else if (position < wanted.length && (wanted[position] === "_" || wanted[position] === subject[at])) {
      position++;
      at++;
    } else if (wildcard >= 0) {
      [position, at] = [wildcard + 1, ++resume];
    } else {
      return false;
    }
  }
  return /^%*$/.test(wanted.slice(position));
}

/** Commas inside quotes and parentheses belong to a value. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\" && isQuoted) index++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "(") depth++;
    else if (!isQuoted && character === ")") depth--;
    else if (!isQuoted && depth === 0 && character === ",") {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : text;
}
