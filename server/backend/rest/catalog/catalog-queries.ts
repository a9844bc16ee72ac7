/** The roles that a request can run under. Objects that none of them may use are not exposed. */
export const API_ROLES: readonly string[] = ["anon", "authenticated", "service_role"];
const EACH_ROLE = `unnest(array['${API_ROLES.join("', '")}']) as api(role)`;

/** Columns of all relations in schema public. A function can return the rows of one that is not exposed. */
export const COLUMNS_QUERY = `
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
export const ROUTINES_QUERY = `
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
