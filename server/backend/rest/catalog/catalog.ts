import type { Sql } from "postgres";
import { API_ROLES, COLUMNS_QUERY, ROUTINES_QUERY } from "./catalog-queries.ts";

export type Column = {
  readonly name: string;
  /** The declared type, for reading a payload. */
  readonly type: string;
  /** For a domain its base type: comparing with a value outside the domain matches nothing instead of failing. */
  readonly comparisonType: string;
  readonly isPrimary: boolean;
  /** The default expression as SQL; for an identity column the next value of its sequence. */
  readonly defaultSql: string | null;
  /** The roles that may select it. */
  readonly readers: readonly string[];
  /** A function of the row. It can be selected, compared and ordered by, but is not part of `*`. */
  readonly isComputed?: boolean;
};

export type Relation = {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly computed?: ReadonlyMap<string, Column>;
};

type Parameter = { readonly name: string; readonly type: string; readonly isOptional: boolean };

export type Routine = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** The type of a single unnamed parameter, which takes the whole body. */
  readonly bodyType: string | undefined;
  readonly returnsSet: boolean;
  readonly returns: "void" | "scalar" | Relation;
};

/** Tables and functions of schema public that any API role may use. PostgreSQL checks the caller's rights at each request. */
export type Catalog = {
  readonly relations: ReadonlyMap<string, Relation>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
};

type ColumnRow = {
  relation: string;
  isExposed: boolean;
  name: string | null;
  type: string;
  comparisonType: string;
  isPrimary: boolean;
  defaultSql: string | null;
  readers: string[];
};

type RoutineRow = {
  name: string;
  returnsSet: boolean;
  returnsVoid: boolean;
  composite: string | null;
  returnType: string;
  computedOf: string | null;
  argumentNames: string[] | null;
  argumentTypes: string[];
  argumentModes: string[] | null;
  defaults: number;
};

const BODY_TYPES = new Set(["json", "jsonb", "text"]);

export async function loadCatalog(sql: Sql): Promise<Catalog> {
  const [columns, routines] = await Promise.all([
    sql.unsafe<ColumnRow[]>(COLUMNS_QUERY),
    sql.unsafe<RoutineRow[]>(ROUTINES_QUERY),
  ]);
  const relations = collectRelations(columns.filter((row) => row.isExposed));
  for (const row of routines) relations.get(row.computedOf ?? "")?.computed.set(row.name, computedColumn(row));
  const composites = collectRelations(columns);
  return { relations, routines: collectRoutines(routines, composites) };
}

function computedColumn({ name, returnType: type }: RoutineRow): Column {
  return { name, type, comparisonType: type, isPrimary: false, defaultSql: null, readers: [], isComputed: true };
}

function collectRelations(rows: readonly ColumnRow[]) {
  const relations = new Map<string, { name: string; columns: Map<string, Column>; computed: Map<string, Column> }>();
  for (const row of rows) {
    const relation = relations.get(row.relation) ?? { name: row.relation, columns: new Map(), computed: new Map() };
    relations.set(row.relation, relation);
    const { name, type, comparisonType, isPrimary, defaultSql, readers } = row;
    if (name !== null) relation.columns.set(name, { name, type, comparisonType, isPrimary, defaultSql, readers });
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
  const [first] = inputs;
  const bodyType = inputs.length === 1 && first?.name === "" && BODY_TYPES.has(first.type) ? first.type : undefined;
  // Other calls pass arguments by name, so any other function with an unnamed parameter cannot be called.
  if (!bodyType && inputs.some(({ name }) => name === "")) return undefined;
  const firstOptional = inputs.length - row.defaults;
  const parameters = inputs.map(({ name, type }, index) => ({ name, type, isOptional: index >= firstOptional }));
  const outputs = parts.filter(({ mode }) => mode === "o" || mode === "b" || mode === "t");
  return {
    name: row.name,
    parameters: new Map(bodyType ? [] : parameters.map((parameter) => [parameter.name, parameter])),
    bodyType,
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
  // Any role that may call a function may read all columns of its result.
  const readers = API_ROLES;
  if (known) {
    const columns = [...known.columns].map(([name, column]): [string, Column] => [name, { ...column, readers }]);
    return { name: row.name, columns: new Map(columns) };
  }
  if (outputs.length === 0) return "scalar";
  const columns = outputs.map(({ name, type }): [string, Column] => [
    name,
    { name, type, comparisonType: type, isPrimary: false, defaultSql: null, readers },
  ]);
  return { name: row.name, columns: new Map(columns) };
}
