import type { Sql, TransactionSql } from "postgres";
import { UserError } from "../../backend/index.ts";

const ROLES = ["anon", "authenticated", "service_role"];

/** Tells in one sentence what the database user may not do, instead of failing in the middle of a migration. */
export async function requirePrivileges(sql: Sql | TransactionSql): Promise<void> {
  const [may] = await sql<{ user: string; schemas: boolean; tables: boolean; roles: boolean }[]>`
    select current_user::text as user,
      has_database_privilege(current_database(), 'create') as schemas,
      has_schema_privilege('public', 'create') as tables,
      (
        select bool_and(case
          when owner.rolsuper then true
          when existing.oid is null then owner.rolcreaterole
          else pg_has_role(current_user, existing.oid, 'set')
            or pg_has_role(current_user, existing.oid, 'usage with admin option')
        end)
        from unnest(string_to_array(${ROLES.join()}, ',')) as wanted (name)
        left join pg_roles existing on existing.rolname = wanted.name
        cross join (select * from pg_roles where rolname = current_user) owner
      ) as roles`;
  if (!may) return;
  const missing = [
    ...(may.schemas ? [] : ["create schemas in this database"]),
    ...(may.tables ? [] : ["create tables in schema public"]),
    ...(may.roles ? [] : [`use the roles ${ROLES.join(", ")}, or create them`]),
  ];
  if (missing.length === 0) return;
  throw new UserError(
    `The database user ${may.user} may not ${missing.join(", nor ")}. server/db/privileges.sql grants what the site needs; an administrator runs it.`,
  );
}
