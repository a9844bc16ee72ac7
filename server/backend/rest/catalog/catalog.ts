import type { Sql } from "postgres";
import { API_ROLES, COLUMNS_QUERY, ROUTINES_QUERY } from "./catalog-queries.ts";

export type Column = {
  readonly name: string;
  /** As declared, for reading a payload. */
  readonly type: string;
  /** Under a domain the type it stands on, for comparing: a value outside the domain matches nothing. */
  readonly comparedAs: string;
  readonly isPrimary: boolean;
  /** The default's SQL, as the database prints it; an identity column's is its sequence's next value. */
  readonly defaultSql: string | null;
  /** The roles that may select it. */
  readonly readers: readonly string[];
};

export type Relation = { readonly name: string; readonly columns: ReadonlyMap<string, Column> };

type Parameter = { readonly name: string; readonly type: string; readonly isOptional: boolean };

export type Routine = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly returnsSet: boolean;
  /** Nothing, one value, or rows whose columns are known. */
  readonly returns: "void" | "scalar" | Relation;
};

/** What the API's roles may touch in schema public. Who may touch what of it, PostgreSQL decides at each request. */
export type Catalog = {
  readonly relations: ReadonlyMap<string, Relation>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
};

type ColumnRow = {
  relation: string;
  isExposed: boolean;
  name: string | null;
  type: string;
  comparedAs: string;
  isPrimary: boolean;
  defaultSql: string | null;
  readers: string[];
};

type RoutineRow = {
  name: string;
  returnsSet: boolean;
  returnsVoid: boolean;
  composite: string | null;
  argumentNames: string[] | null;
  argumentTypes: string[];
  argumentModes: string[] | null;
  defaults: number;
};

export async function loadCatalog(sql: Sql): Promise<Catalog> {
  const [columns, routines] = await Promise.all([
    sql.unsafe<ColumnRow[]>(COLUMNS_QUERY),
    sql.unsafe<RoutineRow[]>(ROUTINES_QUERY),
  ]);
  const relations = collectRelations(columns.filter((row) => row.isExposed));
  const composites = collectRelations(columns);
  return { relations, routines: collectRoutines(routines, composites) };
}

function collectRelations(rows: readonly ColumnRow[]): Map<string, Relation> {
  const relations = new Map<string, { name: string; columns: Map<string, Column> }>();
  for (const row of rows) {
    const relation = relations.get(row.relation) ?? { name: row.relation, columns: new Map<string, Column>() };
    relations.set(row.relation, relation);
    const { name, type, comparedAs, isPrimary, defaultSql, readers } = row;
    if (name !== null) relation.columns.set(name, { name, type, comparedAs, isPrimary, defaultSql, readers });
  }
  return relations;
}

function collectRoutines(
  rows: readonly RoutineRow[],
  composites: ReadonlyMap<string, Relation>,
): Map<string, Routine[]> {
  const routines = new Map<string, Routine[]>();
  for (const row of rows) {
    const routine = readRoutine(row, composites);
    if (routine) routines.set(row.name, [...(routines.get(row.name) ?? []), routine]);
  }
  return routines;
}

function readRoutine(row: RoutineRow, composites: ReadonlyMap<string, Relation>): Routine | undefined {
  const parts = row.argumentTypes.map((type, index) => ({
    name: row.argumentNames?.[index] ?? "",
    type,
    mode: row.argumentModes?.[index] ?? "i",
  }));
  const inputs = parts.filter(({ mode }) => mode === "i" || mode === "b");
  // A call names its arguments, so a function with a nameless one cannot be called.
  if (inputs.some(({ name }) => name === "")) return undefined;
  const firstOptional = inputs.length - row.defaults;
  const parameters = inputs.map(({ name, type }, index) => ({ name, type, isOptional: index >= firstOptional }));
  const outputs = parts.filter(({ mode }) => mode === "o" || mode === "b" || mode === "t");
  return {
    name: row.name,
    parameters: new Map(parameters.map((parameter) => [parameter.name, parameter])),
    returnsSet: row.returnsSet,
    returns: readResult(row, outputs, composites),
  };
}

function readResult(
  row: RoutineRow,
  outputs: readonly { name: string; type: string }[],
  composites: ReadonlyMap<string, Relation>,
): Routine["returns"] {
  if (row.returnsVoid) return "void";
  const known = row.composite === null ? undefined : composites.get(row.composite);
  // What a function returns is for everybody who may call it.
  const readers = API_ROLES;
  if (known) {
    const columns = [...known.columns].map(([name, column]): [string, Column] => [name, { ...column, readers }]);
    return { name: row.name, columns: new Map(columns) };
  }
  if (outputs.length === 0) return "scalar";
  const columns = outputs.map(({ name, type }): [string, Column] => [
    name,
    { name, type, comparedAs: type, isPrimary: false, defaultSql: null, readers },
  ]);
  return { name: row.name, columns: new Map(columns) };
}
