import type { Sql, TransactionSql } from "postgres";

/** A refusal with GoTrue's status, code and message. It is thrown, so that it rolls back a running transaction. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly weakness: readonly string[] | undefined;
  readonly retryAfterS: number | undefined;
  /** The name of the rate limit that was exceeded. */
  readonly limit: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { weakness?: readonly string[]; retryAfterS?: number; limit?: string } = {},
  ) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.weakness = more.weakness;
    this.retryAfterS = more.retryAfterS;
    this.limit = more.limit;
  }
}

/** The refusal that `work` throws, for callers that go on despite it or respond in another way. */
export async function refusalOf(work: Promise<unknown>): Promise<AuthError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
}

/** A transaction that is committed even if `work` is refused: a code that was used stays used, an attempt counted. */
export async function commitDespiteRefusal<Result>(
  sql: Sql,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    const working = work(transaction);
    return (await refusalOf(working)) ?? { result: await working };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome.result;
}

export const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
export const invalid = (message: string) => new AuthError(400, "validation_failed", message);
export const badJson = (reason: string) =>
  new AuthError(400, "bad_json", `Could not parse request body as JSON: ${reason}`);
export const otpExpired = (message = "Token has expired or is invalid") => new AuthError(403, "otp_expired", message);
export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");
export const signUpsDisabled = () => new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
export const managedBySso = () =>
  new AuthError(422, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO");
export const phoneDisabled = () => new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
export const userBanned = (status: 400 | 403) => new AuthError(status, "user_banned", "User is banned");

const API_VERSION_HEADER = "x-supabase-api-version";
const API_VERSION = "2024-01-01";

/** Clients that send no API version get the original error format of GoTrue. */
export function toErrorResponse(error: AuthError, request: Request): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  if (error.retryAfterS !== undefined) headers.set("retry-after", String(error.retryAfterS));
  const weakness = error.weakness && { weak_password: { reasons: error.weakness, message: error.message } };
  const requested = request.headers.get(API_VERSION_HEADER) ?? "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(requested) && requested >= API_VERSION) {
    headers.set(API_VERSION_HEADER, API_VERSION);
    return Response.json({ code: error.code, message: error.message, ...weakness }, { status: error.status, headers });
  }
  const body = { code: error.status, error_code: error.code, msg: error.message, ...weakness };
  return Response.json(body, { status: error.status, headers });
}
