import type { TransactionSql } from "postgres";
import type { Claims } from "../../../db/database.ts";
import { CLIENT_ADDRESS_HEADER } from "../../../http/client-address.ts";

type Request = {
  readonly claims: Claims;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
};

/** For regular expressions of callers who are not admins: enough for any text of this site, too little to do harm. */
const PATTERN_TIMEOUT = "250ms";
/** As much as Node accepts of one request. */
const MAX_HEADERS_CHARACTERS = 16 * 1024;

/** What SQL functions read with current_setting(), as PostgREST sets it, and how long the statement may take. */
export async function applySettings(
  sql: TransactionSql,
  { claims, method, path, headers }: Request,
  { isReadOnly, hasPattern }: { isReadOnly: boolean; hasPattern: boolean },
): Promise<void> {
  const readOnly = sql`, set_config('transaction_read_only', 'on', true)`;
  const shorter = sql`, set_config('statement_timeout',
    case when public.is_admin() then current_setting('statement_timeout') else ${PATTERN_TIMEOUT} end, true)`;
  await sql`
    select set_config('request.method', ${method}, true),
      set_config('request.path', ${path}, true),
      set_config('request.headers', ${describeHeaders(headers)}, true)
      ${isReadOnly ? readOnly : sql``}
      ${hasPattern && claims.role !== "service_role" ? shorter : sql``}`;
}

/** A JSON object of lower-case names, without cookies, as PostgREST gives it. */
function describeHeaders(headers: Headers): string {
  const kept: Record<string, string> = {};
  let left = MAX_HEADERS_CHARACTERS;
  for (const [name, value] of headers) {
    left -= name.length + value.length;
    if (left < 0) break;
    // The address is between the parts of this process.
    if (name !== "cookie" && name !== CLIENT_ADDRESS_HEADER) kept[name] = value;
  }
  return JSON.stringify(kept);
}
