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

/** Operands of `is`. */
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
export type ComparisonSql = ValueOf<typeof COMPARISONS>;
export type SearchSql = ValueOf<typeof SEARCHES>;
export type StateSql = ValueOf<typeof STATES>;

export const findComparison = (word: string): ComparisonSql | undefined => lookUp(COMPARISONS, word);
export const findSearch = (word: string): SearchSql | undefined => lookUp(SEARCHES, word);
export const findState = (word: string): StateSql | undefined => lookUp(STATES, word.toLowerCase());
export const mayTakeQuantifier = (operator: ComparisonSql): boolean => QUANTIFIABLE.has(operator);
export const comparesText = (operator: ComparisonSql): boolean => TEXT_PATTERNS.has(operator);
export const isRegex = (operator: ComparisonSql): boolean => operator === "~" || operator === "~*";
export const usesWildcards = (operator: ComparisonSql): boolean => operator === "like" || operator === "ilike";

/** In a GET call, a parameter whose value starts with an operator is a filter, any other an argument, as in PostgREST. */
export function startsWithOperator(value: string): boolean {
  const word = /^[a-z_]+(?=[.(])/.exec(value)?.[0];
  if (word === undefined) return false;
  return ["not", "in", "is"].includes(word) || COMPARISONS.has(word as never) || SEARCHES.has(word as never);
}

function lookUp<Value>(choices: ReadonlyMap<string, Value>, word: string): Value | undefined {
  return choices.get(word);
}
