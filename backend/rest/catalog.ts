import type { Sql } from "postgres";

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

/** The roles that a request can run under. Objects that none of them may use are not exposed. */
const API_ROLES: readonly string[] = ["anon", "authenticated", "service_role"];
const EACH_ROLE = `unnest(array['${API_ROLES.join("', '")}']) as api(role)`;

/** Columns of all relations in schema public. A function can return the rows of one that is not exposed. */
const COLUMNS_QUERY = `
  select
    c.relname as relation,
    c.relkind <> 'c' and exists (
      select from ${EACH_ROLE}
      where has_table_privilege(api.role, c.oid, 'select, insert, update, delete')
        or has_any_column_privilege(api.role, c.oid, 'select, insert, update')
    ) as "isExposed",
    a.attname as name,
    format_type(a.atttypid, null) as type,
    format_type(case when t.typtype = 'd' then t.typbasetype else a.atttypid end, null) as "comparisonType",
    coalesce(a.attnum = any(p.indkey), false) as "isPrimary",
    case
      when a.attidentity <> '' then
        format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
    end as "defaultSql",
    array(
      select api.role from ${EACH_ROLE} where has_column_privilege(api.role, c.oid, a.attnum, 'select')
    ) as readers
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_index p on p.indrelid = c.oid and p.indisprimary
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
  order by c.relname, a.attnum`;

/** Functions of schema public. A function of one row of a relation is a computed column of it. */
const ROUTINES_QUERY = `
  select
    f.proname as name,
    f.proretset as "returnsSet",
    f.prorettype = 'void'::regtype as "returnsVoid",
    r.relname as composite,
    format_type(f.prorettype, null) as "returnType",
    case when f.pronargs = 1 and not f.proretset then row_of.relname end as "computedOf",
    f.proargnames as "argumentNames",
    array(
      select format_type(argument.type, null)
      from unnest(coalesce(f.proallargtypes, f.proargtypes::oid[])) with ordinality as argument(type, position)
      order by argument.position
    ) as "argumentTypes",
    f.proargmodes::text[] as "argumentModes",
    f.pronargdefaults::int as defaults
  from pg_proc f
  join pg_namespace n on n.oid = f.pronamespace and n.nspname = 'public'
  join pg_type t on t.oid = f.prorettype
  left join pg_class r on r.oid = t.typrelid and r.relnamespace = n.oid
  left join pg_type first on first.oid = f.proargtypes[0]
  left join pg_class row_of on row_of.oid = first.typrelid and row_of.relnamespace = n.oid
  where f.prokind = 'f'
    and f.provariadic = 0
    and f.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and exists (select from ${EACH_ROLE} where has_function_privilege(api.role, f.oid, 'execute'))
  order by f.proname, f.oid`;

export type CatalogCache = {
  current(): Promise<Catalog>;
  /** Reads the catalog again unless that happened within the interval; returns whether it did. */
  refresh(): Promise<boolean>;
};

/** Requests for unknown tables must not make every request read the system catalogs. */
const MIN_REFRESH_INTERVAL_MS = 5_000;

export function createCatalogCache(load: () => Promise<Catalog>, now: () => Date): CatalogCache {
  let cached: Promise<Catalog> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function read(): Promise<Catalog> {
    const loading = load();
    cached = loading;
    loadedAt = now().getTime();
    loading.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading;
  }

  return {
    current: () => cached ?? read(),
    async refresh() {
      if (now().getTime() - loadedAt < MIN_REFRESH_INTERVAL_MS) return false;
      await read();
      return true;
    },
  };
}

const MIN_SIMILARITY = 0.6;
const MAX_NAME_LENGTH = 63;

/** The known name most similar to a mistyped one. Names longer than PostgreSQL allows are not compared. */
export function findNearestName(mistyped: string, known: Iterable<string>): string | undefined {
  if (mistyped.length > MAX_NAME_LENGTH) return undefined;
  let best: { name: string; similarity: number } | undefined;
  for (const name of known) {
    const similarity = 1 - editDistance(mistyped, name) / Math.max(mistyped.length, name.length, 1);
    if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0)) best = { name, similarity };
  }
  return best?.name;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
