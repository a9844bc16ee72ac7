import type { Sql, TransactionSql } from "postgres";
import type { BackupHeader, BackupTable } from "./backup-file.ts";

export type StoreTable = BackupTable & {
  readonly id: number;
  /** Some rows may be invisible to this database user. */
  readonly hidesRows: boolean;
  readonly isForced: boolean;
  readonly isOwn: boolean;
  readonly refersTo: readonly number[];
};

export type StoreSchema = {
  readonly version: BackupHeader["schema"];
  /** In an order in which no row comes before one it refers to. */
  readonly tables: readonly StoreTable[];
};

/**
 * Besides these, unlogged tables stay out, which are for what may be lost. Codes, links and challenges live for hours
 * and work once: brought back, a used one would work again. The last is the schema's version.
 */
const LEFT_OUT = [
  "auth.one_time_tokens",
  "auth.flow_state",
  "auth.pending_sign_ups",
  "auth.mfa_challenges",
  "auth.schema_migrations",
];

/** What the store consists of, or nothing where no migration ever ran. */
export async function findSchema(sql: Sql | TransactionSql): Promise<StoreSchema | undefined> {
  const [there] = await sql<{ product: boolean; platform: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as product,
      to_regclass('auth.schema_migrations') is not null as platform`;
  if (!there?.product) return undefined;
  const migrations = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const platform = there.platform
    ? await sql<{ version: string }[]>`
        select version from auth.schema_migrations where version like 'plumbline-%' order by version`
    : [];
  return {
    version: {
      migrations: migrations.map(({ version }) => version),
      platform: platform.map(({ version }) => version),
    },
    tables: inOrderOfReference(await readTables(sql)),
  };
}

/** Whatever this user's sessions are set to: the same text for the same value, and as much time as it takes. */
export async function settleSession(sql: TransactionSql): Promise<void> {
  // By way of the list of settings, because PostgreSQL 16 does not know the last one.
  await sql`
    select set_config(wanted.name, wanted.value, true)
    from (values ('search_path', ''), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
      ('bytea_output', 'hex'), ('extra_float_digits', '3'), ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0')) as wanted (name, value)
    where exists (select from pg_settings where lower(pg_settings.name) = wanted.name)`;
}

/** Columns go by name, because their order only tells when they were added; generated ones generate themselves. */
async function readTables(sql: Sql | TransactionSql): Promise<StoreTable[]> {
  const tables = await sql<StoreTable[]>`
    with policies as (
      select polrelid, polpermissive, pg_get_expr(polqual, polrelid) as condition
      from pg_policy
      where polcmd in ('r', '*')
        and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(role, 'USAGE'))
    )
    select c.oid::int8::float8 as id, format('%I.%I', n.nspname, c.relname) as name,
      c.relforcerowsecurity as "isForced",
      pg_has_role(c.relowner, 'USAGE') as "isOwn",
      row_security_active(c.oid) and (
        exists (select from policies where polrelid = c.oid and not polpermissive)
        or not exists (select from policies where polrelid = c.oid and polpermissive and condition = 'true')
      ) as "hidesRows",
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
          order by attname)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select distinct confrelid::int8::float8 from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth', 'storage') and c.relkind = 'r' and c.relpersistence = 'p'
      and format('%I.%I', n.nspname, c.relname) <> all (${LEFT_OUT})
    order by 2`;
  return [...tables];
}

function inOrderOfReference(tables: readonly StoreTable[]): StoreTable[] {
  const ordered: StoreTable[] = [];
  const known = new Set(tables.map(({ id }) => id));
  let waiting = [...tables];
  while (waiting.length > 0) {
    const placed = new Set(ordered.map(({ id }) => id));
    const ready = waiting.filter(({ refersTo }) => refersTo.every((id) => placed.has(id) || !known.has(id)));
    if (ready.length === 0) {
      throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(", ")}`);
    }
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
