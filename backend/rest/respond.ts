import type { TransactionSql } from "postgres";
import { CLIENT_ADDRESS_HEADER } from "../client-address.ts";
import type { Claims, Database } from "../database/database.ts";
import type { Catalog } from "./catalog.ts";
import { notSingular, responseTooLarge, tooManyAffected } from "./errors.ts";
import type { ResponseFormat } from "./parse/media-type.ts";
import type { Preferences } from "./parse/preferences.ts";
import { TOO_LARGE_BODY } from "./sql/build-output.ts";
import type { BuiltStatement } from "./sql/statement.ts";

/** A table whose rows changed. */
export type CommittedWrite = { readonly table: string };

export type RestContext = {
  readonly claims: Claims;
  readonly method: string;
  /** Without the prefix /rest/v1. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  readonly preferences: Preferences;
  readonly format: ResponseFormat;
  readonly catalog: Catalog;
  readonly database: Database;
  readonly onChange: (change: CommittedWrite) => Promise<void> | void;
};

/** The single row that every statement returns. */
export type Outcome = {
  readonly body: string | null;
  readonly rows: number;
  readonly total?: number | null;
  readonly updated?: number;
};

type RunOptions = {
  readonly isReadOnly: boolean;
  readonly check: (outcome: Outcome) => void;
  /** For writes of rows, which a closed tab must not undo. */
  readonly mustFinish?: boolean;
};

/** Runs one statement under the caller's role. If `check` throws, the transaction is rolled back. */
export async function run(
  context: RestContext,
  { text, parameters, hasRegex }: BuiltStatement,
  { isReadOnly, check, mustFinish = false }: RunOptions,
): Promise<Outcome> {
  const { database, claims } = context;
  const work = async (sql: TransactionSql): Promise<Outcome> => {
    const [, outcomes] = await Promise.all([
      applySettings(sql, context, { isReadOnly, hasRegex }),
      sql.unsafe<Outcome[]>(text, [...parameters]),
    ]);
    const outcome = outcomes[0];
    if (!outcome) throw new Error("An aggregate statement returned no row");
    if (outcome.body === TOO_LARGE_BODY) throw responseTooLarge();
    check(outcome);
    return outcome;
  };
  return database.asCaller(claims, work, { isCostly: hasRegex, mustFinish });
}

/** `Accept: application/vnd.pgrst.object+json` returns exactly one row or an error. */
export function checkSingle({ isSingle }: ResponseFormat): (outcome: Outcome) => void {
  return ({ rows }) => {
    if (isSingle && rows !== 1) throw notSingular(rows);
  };
}

export function checkWrite({
  format,
  preferences,
}: Pick<RestContext, "format" | "preferences">): (outcome: Outcome) => void {
  const check = checkSingle(format);
  return (outcome) => {
    const { maxAffected } = preferences;
    if (maxAffected !== undefined && outcome.rows > maxAffected) throw tooManyAffected(outcome.rows);
    check(outcome);
  };
}

export function respond(
  { format, preferences }: RestContext,
  status: number,
  body: string | null,
  range: string,
): Response {
  const headers = new Headers({
    "content-type": format.contentType,
    "content-range": range,
    "cache-control": "no-store",
  });
  if (preferences.applied.length > 0) headers.set("preference-applied", preferences.applied.join(", "));
  return new Response(format.isHead ? null : body, { status, headers });
}

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
async function applySettings(
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
