import type { Sql, TransactionSql } from "postgres";
import type { BackupHeader, BackupTable } from "./backup-file.ts";

export type StoreTable = BackupTable & {
  readonly id: number;
  /** Whether policies may hide rows from this database user. */
  readonly hidesRows: boolean;
  readonly isForced: boolean;
  readonly isOwn: boolean;
  readonly refersTo: readonly number[];
};

export type StoreSchema = {
  readonly version: BackupHeader["schema"];
  /** Sorted so that referenced tables come first. */
  readonly tables: readonly StoreTable[];
};

// Not backed up, like unlogged tables. One-time codes, links and challenges live for hours; after a restore, a used
// one would work again. The fingerprint of the keys is written at each start; the last table is the schema's version.
const EXCLUDED_TABLES = [
  "auth.one_time_tokens",
  "auth.flow_state",
  "auth.saml_relay_states",
  "auth.pending_sign_ups",
  "auth.mfa_challenges",
  "auth.webauthn_challenges",
  "public.api_key_fingerprint",
  "auth.schema_migrations",
];

/** Returns undefined where no migration has run. */
export async function findSchema(sql: Sql | TransactionSql): Promise<StoreSchema | undefined> {
  const [existing] = await sql<{ product: boolean; platform: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as product,
      to_regclass('auth.schema_migrations') is not null as platform`;
  if (!existing?.product) return undefined;
  const migrations = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const platform = existing.platform
    ? await sql<{ version: string }[]>`
        select version from auth.schema_migrations where version like 'plumbline-%' order by version`
    : [];
  return {
    version: {
      migrations: migrations.map(({ version }) => version),
      platform: platform.map(({ version }) => version),
    },
    tables: sortByReference(await readTables(sql)),
  };
}

/** Overrides the user's settings: one text form per value, and no timeouts. */
export async function setSessionSettings(sql: TransactionSql): Promise<void> {
  // Filtered through pg_settings, because PostgreSQL 16 does not have transaction_timeout.
  await sql`
    select set_config(setting.name, setting.value, true)
    from (values ('search_path', ''), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
      ('bytea_output', 'hex'), ('extra_float_digits', '3'), ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0')) as setting (name, value)
    where exists (select from pg_settings where lower(pg_settings.name) = setting.name)`;
}

/** Columns are sorted by name, because their order depends on when they were added; generated ones are left out. */
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
      and format('%I.%I', n.nspname, c.relname) <> all (${EXCLUDED_TABLES})
    order by 2`;
  return [...tables];
}

function sortByReference(tables: readonly StoreTable[]): StoreTable[] {
  const ordered: StoreTable[] = [];
  const known = new Set(tables.map(({ id }) => id));
  let remaining = [...tables];
  while (remaining.length > 0) {
    const sorted = new Set(ordered.map(({ id }) => id));
    const ready = remaining.filter(({ refersTo }) => refersTo.every((id) => sorted.has(id) || !known.has(id)));
    if (ready.length === 0) {
      throw new Error(`Tables refer to each other in a circle: ${remaining.map(({ name }) => name).join(", ")}`);
    }
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}
