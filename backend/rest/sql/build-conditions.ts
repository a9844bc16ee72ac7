import { type Column, findNearestName, type Relation } from "../catalog.ts";
import { unknownColumn } from "../errors.ts";
import { comparesText, type Condition, isRegex, type Operation, usesWildcards } from "../parse/parse-filter.ts";
import type { OrderTerm } from "../parse/request-query.ts";
import type { Field } from "../parse/scanner.ts";
import { quoteName, type Statement } from "./statement.ts";

/** The alias of the table, or of the function's rows, in every statement. */
export const SOURCE = "rest_source";

export function requireColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name) ?? relation.computed?.get(name);
  if (!column) throw unknownColumn(relation.name, name, findNearestName(name, relation.columns.keys()));
  return column;
}

/** The expression for a column or JSON path, and the type to cast compared values to. */
export function fieldSql(statement: Statement, relation: Relation, field: Field): { sql: string; type: string } {
  const column = requireColumn(relation, field.column);
  const name = quoteName(column.name);
  const sql = column.isComputed ? `public.${name}(${SOURCE})` : `${SOURCE}.${name}`;
  const last = field.path.at(-1);
  if (!last) return { sql, type: column.comparisonType };
  const steps = field.path.map(
    ({ asText, key, isIndex }) => `${asText ? "->>" : "->"} ${statement.addAs(key, isIndex ? "integer" : "text")}`,
  );
  return { sql: `(to_jsonb(${sql}) ${steps.join(" ")})`, type: last.asText ? "text" : "jsonb" };
}

export function whereSql(statement: Statement, relation: Relation, conditions: readonly Condition[]): string {
  if (conditions.length === 0) return "";
  return ` where ${conditions.map((condition) => conditionSql(statement, relation, condition)).join(" and ")}`;
}

export function orderSql(statement: Statement, relation: Relation, terms: readonly OrderTerm[]): string {
  if (terms.length === 0) return "";
  const parts = terms.map((term) => `${fieldSql(statement, relation, term.field).sql} ${directionSql(term)}`);
  return ` order by ${parts.join(", ")}`;
}

export function directionSql({ direction, nulls }: OrderTerm): string {
  return nulls === undefined ? direction : `${direction} nulls ${nulls}`;
}

function conditionSql(statement: Statement, relation: Relation, condition: Condition): string {
  const not = condition.isNegated ? "not " : "";
  if (condition.kind === "logic") {
    const parts = condition.conditions.map((part) => conditionSql(statement, relation, part));
    return `${not}(${parts.join(` ${condition.operator} `)})`;
  }
  return `${not}(${operationSql(statement, fieldSql(statement, relation, condition.field), condition.operation)})`;
}

function operationSql(statement: Statement, field: { sql: string; type: string }, operation: Operation): string {
  if (isCostlyRegex(operation)) statement.hasRegex = true;
  switch (operation.kind) {
    case "is":
      return `${field.sql} is ${operation.state}`;
    case "in": {
      // supabase-js writes an empty list as `in.()`, which matches nothing.
      const values = operation.values.length === 1 && operation.values[0] === "" ? [] : operation.values;
      return `${field.sql} = any(${statement.addArray(values, field.type)})`;
    }
    case "search":
      return searchSql(statement, field, operation);
    case "quantified": {
      const type = comparesText(operation.operator) ? "text" : field.type;
      const values = statement.addAs(pattern(operation), `${type}[]`);
      return `${field.sql} ${operation.operator} ${operation.by}(${values})`;
    }
    case "compare": {
      const type = comparesText(operation.operator) ? "text" : field.type;
      return `${field.sql} ${operation.operator} ${statement.addAs(pattern(operation), type)}`;
    }
  }
}

/** Text after `***=` is matched literally, which is as cheap as `like`. The search in the inbox uses it. */
function isCostlyRegex(operation: Operation): boolean {
  if (operation.kind !== "compare" && operation.kind !== "quantified") return false;
  return isRegex(operation.operator) && !(operation.kind === "compare" && operation.value.startsWith("***="));
}

/** PostgREST accepts `*` as an alias of `%`, which would need escaping in URLs. */
function pattern({ operator, value }: Extract<Operation, { kind: "compare" | "quantified" }>): string {
  return usesWildcards(operator) ? value.replaceAll("*", "%") : value;
}

function searchSql(
  statement: Statement,
  field: { sql: string; type: string },
  { operator, language, value }: Extract<Operation, { kind: "search" }>,
): string {
  const configuration = language === undefined ? "" : `${statement.addAs(language, "regconfig")}, `;
  const vector = field.type === "tsvector" ? field.sql : `to_tsvector(${configuration}${field.sql})`;
  return `${vector} @@ ${operator}(${configuration}${statement.add(value)})`;
}
