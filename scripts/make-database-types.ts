import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { migrate } from "../server/db/migrate.ts";

type Column = {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  readonly is_generated: boolean;
  readonly check: string | null;
};
type Parameter = { readonly name: string; readonly type: string; readonly mode: "i" | "t"; readonly default: string };
type Routine = {
  readonly name: string;
  readonly source: string;
  readonly returns: string;
  readonly is_set: boolean;
  readonly parameters: readonly Parameter[];
};

const OUTPUT = new URL("../domain/database.ts", import.meta.url);
const HEADER = `// Generated from supabase/migrations by \`npm run database-types\`; tests/database/database-types.test.ts compares.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** \`Optional\` columns have a default or may be null; the database fills \`Generated\` ones. */
type Table<Row, Optional extends keyof Row, Generated extends keyof Row = never> = {
  Row: Row;
  Insert: Omit<Row, Optional | Generated> & Partial<Pick<Row, Exclude<Optional, Generated>>>;
  Update: Partial<Omit<Row, Generated>>;
  Relationships: [];
};

type Routine<Args, Returns> = { Args: Args; Returns: Returns };

type None = { readonly [key: symbol]: never };
`;
const TYPES: Readonly<Record<string, string>> = {
  text: "string",
  uuid: "string",
  bytea: "string",
  "timestamp with time zone": "string",
  bigint: "number",
  integer: "number",
  "double precision": "number",
  boolean: "boolean",
  jsonb: "Json",
  void: "undefined",
};

/** The type that supabase-js needs to know tables and functions: those of schema public that an API role may use. */
export async function describeDatabase(sql: Sql): Promise<string> {
  const columns = await readColumns(sql);
  const tables = Object.entries(Object.groupBy(columns, ({ schema, table }) => `${schema}.${table}`))
    .filter(([name]) => name.startsWith("public."))
    .map(([name, own = []]) => describeTable(name.slice("public.".length), own));
  const routines = (await readRoutines(sql)).filter(isDescribable).map((routine) => describeRoutine(routine, columns));
  return `${HEADER}
export type Database = {
  public: {
    Tables: {
${tables.join("\n")}
    };
    Views: None;
    Functions: {
${routines.join("\n")}
    };
  };
};
`;
}

const readColumns = (sql: Sql) => sql<Column[]>`
  select n.nspname as schema, c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
    a.attidentity = 'a' or a.attgenerated <> '' as is_generated,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ 'ARRAY\\[''') as check
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by 1, 2, a.attnum`;

const readRoutines = (sql: Sql) => sql<Routine[]>`
  select p.proname as name, p.prosrc as source, p.prorettype::regtype::text as returns, p.proretset as is_set,
    array(
      select json_build_object('name', p.proargnames[at], 'type', format_type(argument, null),
        'mode', coalesce(p.proargmodes[at], 'i'), 'default', coalesce(pg_get_function_arg_default(p.oid, at::int), ''))
      from unnest(coalesce(p.proallargtypes, p.proargtypes)) with ordinality as listed (argument, at) order by at
    ) as parameters
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
    and exists (select from unnest(array['anon', 'authenticated', 'service_role']) as role
      where has_function_privilege(role, p.oid, 'execute'))
  order by 1`;

function describeTable(name: string, columns: readonly Column[]): string {
  const list = (wanted: (column: Column) => boolean) =>
    columns
      .filter(wanted)
      .map((column) => JSON.stringify(column.name))
      .join(" | ") || "never";
  const fields = columns.map((column) => `          ${column.name}: ${typeOfColumn(column)};`).join("\n");
  const optional = list(({ is_nullable, has_default }) => is_nullable || has_default);
  const generated = list(({ is_generated }) => is_generated);
  return `      ${name}: Table<
        {
${fields}
        },
        ${optional}${generated === "never" ? "" : `,\n        ${generated}`}
      >;`;
}

function describeRoutine({ name, source, returns, is_set, parameters }: Routine, columns: readonly Column[]): string {
  const known = columns.filter(({ schema, table }) => source.includes(`${schema}.${table}`));
  const inputs = parameters
    .filter(({ mode }) => mode === "i")
    .map((input) => {
      const type = `${typeOf(input.type, "readonly ")}${input.default.startsWith("NULL") ? " | null" : ""}`;
      return `${input.name}${input.default ? "?" : ""}: ${type}`;
    });
  const outputs = parameters
    .filter(({ mode }) => mode === "t")
    .map((output) => `${output.name}: ${typeOfResult(output, known)}`);
  const row = outputs.length > 0 ? `{ ${outputs.join("; ")} }` : typeOf(returns);
  // PostgreSQL does not record whether a function may return null.
  const result = is_set ? `${row}[]` : returns === "void" ? row : `${row} | null`;
  const given = inputs.length > 0 ? `{ ${inputs.join("; ")} }` : "None";
  return `      ${name}: Routine<${given}, ${result}>;`;
}

/** A function that names row types or text search types is not called by a client. */
function isDescribable({ returns, parameters }: Routine): boolean {
  const types = [...parameters.map(({ type }) => type), ...(returns === "record" ? [] : [returns])];
  return types.every((type) => type.replace("[]", "") in TYPES);
}

// A result has the type of the column with its name in a table that the function reads; schema public comes first. In
// schema auth even times of creation may be null; a column with a default is taken to be filled there.
function typeOfResult({ name, type }: Parameter, columns: readonly Column[]): string {
  const same = columns.filter((column) => column.name === name);
  const [column] = [...same.filter(({ schema }) => schema === "public"), ...same];
  if (!column) return typeOf(type);
  return typeOfColumn({
    ...column,
    type,
    is_nullable: column.is_nullable && !(column.schema === "auth" && column.has_default),
  });
}

function typeOfColumn({ type, is_nullable, check }: Column): string {
  const values = [...(check ?? "").matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value)).join(" | ");
  const plain = values ? (type.endsWith("[]") ? `(${values})[]` : values) : typeOf(type);
  return is_nullable ? `${plain} | null` : plain;
}

function typeOf(type: string, prefix = ""): string {
  const plain = TYPES[type.replace("[]", "")];
  if (!plain) return "unknown";
  return type.endsWith("[]") ? `${prefix}${plain}[]` : plain;
}

if (import.meta.main) {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-types-"));
  const embedded = await startEmbedded({ dataDir, join: true });
  await migrate(embedded.url);
  const sql = postgres(embedded.url, { max: 1 });
  await writeFile(OUTPUT, await describeDatabase(sql));
  await sql.end();
  await embedded.stop();
  await rm(dataDir, { recursive: true });
}
