import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { Claims, Database } from "../../server/db/database.ts";

export type Caller = { readonly id: string; readonly claims: Claims & { readonly session_id: string } };

export const ANON: Claims = { role: "anon" };
export const SERVICE: Claims = { role: "service_role" };

/** An account as its token would describe it, in a session that has just signed in. */
export async function addAccount(
  { sql }: Database,
  { role, factor = false, aal = "aal1" }: { role?: "user" | "admin"; factor?: boolean; aal?: "aal1" | "aal2" } = {},
): Promise<Caller> {
  const id = randomUUID();
  const email = `${id}@people.example`;
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
  if (role) await sql`insert into public.user_roles (user_id, role) values (${id}, ${role})`;
  if (factor) {
    await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
  }
  const [session] = await sql<
    { id: string }[]
  >`insert into auth.sessions (user_id, aal) values (${id}, ${aal}) returning id`;
  const sessionId = session?.id ?? "";
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, 'password')`;
  return { id, claims: { role: "authenticated", sub: id, aal, email, session_id: sessionId } };
}

/** "ok" with the number of rows, or the code with which PostgreSQL refuses. */
export async function attempt(
  database: Database,
  claims: Claims,
  work: (sql: TransactionSql) => Promise<readonly unknown[]>,
): Promise<string> {
  try {
    const rows = await database.asCaller(claims, work);
    return `ok ${"count" in rows ? String(rows.count) : rows.length}`;
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}
