import type { TransactionSql } from "postgres";
import type { Claims } from "../../../db/database.ts";
import { CLIENT_ADDRESS_HEADER } from "../../../http/client-address.ts";

type Request = {
  readonly claims: Claims;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
};

/** For regular expressions of callers who are not admins: enough for any text of this site, too short to block others. */
const REGEX_TIMEOUT = "250ms";
/** Node's own limit for the headers of a request. */
const MAX_HEADERS_LENGTH = 16 * 1024;

/** Sets the request settings that PostgREST offers to SQL functions, and the statement timeout. */
export async function applySettings(
  sql: TransactionSql,
  { claims, method, path, headers }: Request,
  { isReadOnly, hasRegex }: { isReadOnly: boolean; hasRegex: boolean },
): Promise<void> {
  const readOnly = sql`, set_config('transaction_read_only', 'on', true)`;
  const shortTimeout = sql`, set_config('statement_timeout',
    case when public.is_admin() then current_setting('statement_timeout') else ${REGEX_TIMEOUT} end, true)`;
  await sql`
    select set_config('request.method', ${method}, true),
      set_config('request.path', ${path}, true),
      set_config('request.headers', ${describeHeaders(headers)}, true)
      ${isReadOnly ? readOnly : sql``}
      ${hasRegex && claims.role !== "service_role" ? shortTimeout : sql``}`;
}

/** The headers without cookies, as a JSON object with lower-case names, as in PostgREST. */
function describeHeaders(headers: Headers): string {
  const included: Record<string, string> = {};
  let remaining = MAX_HEADERS_LENGTH;
  for (const [name, value] of headers) {
    remaining -= name.length + value.length;
    if (remaining < 0) break;
    // The client address header is internal to this process.
    if (name !== "cookie" && name !== CLIENT_ADDRESS_HEADER) included[name] = value;
  }
  return JSON.stringify(included);
}
