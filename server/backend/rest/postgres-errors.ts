import postgres from "postgres";
import * as v from "valibot";
import type { Claims } from "../../db/database.ts";
import { isOutage } from "../../db/is-outage.ts";
import { RestError } from "./errors.ts";

const CHALLENGE = { "www-authenticate": "Bearer" };

type Request = { readonly role: Claims["role"]; readonly method: string };

/** PostgREST's response for an error of the database; undefined for any other error. */
export function findDatabaseError(error: unknown, request: Request): RestError | undefined {
  if (error instanceof postgres.PostgresError) return describe(error, request);
  if (!isOutage(error)) return undefined;
  return new RestError({
    status: 503,
    code: "PGRST000",
    message: "Database connection error. Retrying the connection.",
  });
}

function describe(error: postgres.PostgresError, { role, method }: Request): RestError {
  if (error.code === "PGRST") return describeRaised(error);
  // GET runs in a read-only transaction, so this is the caller's mistake; for other methods the database is read-only.
  const isRefusedRead = error.code === "25006" && method === "GET";
  const status = isRefusedRead ? 405 : statusOf(error.code, error.message, role !== "anon");
  const { code, message, detail, hint } = error;
  const headers = status === 401 ? CHALLENGE : {};
  return new RestError({ status, code, message, details: detail ?? null, hint: hint ?? null }, headers);
}

const STATUS_BY_CODE = new Map<string, number>([
  ["23503", 409],
  ["23505", 409],
  ["25006", 503],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  // PostgREST returns 500, but a statement timeout is not a fault of the server.
  ["57014", 504],
  ["57P01", 503],
  ["57P02", 503],
  ["57P03", 503],
  ["53400", 503],
  ["P0001", 400],
]);

const STATUS_BY_CLASS = new Map<string, number>([
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53", 503],
  // PostgREST returns 500, but here the request exceeds a limit of PostgreSQL.
  ["54", 400],
  ["55", 500],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0", 500],
  ["XX", 500],
]);

function statusOf(code: string, message: string, isSignedIn: boolean): number {
  if (code === "42501") return isSignedIn ? 403 : 401;
  // PostgREST returns 500 for every 21000, but an upsert that contains one row twice is the caller's fault.
  if (code === "21000") return /^ON CONFLICT|requires a WHERE clause$/.test(message) ? 400 : 500;
  const chosen = /^PT([1-5]\d\d)$/.exec(code)?.[1];
  if (chosen !== undefined) return Math.max(200, Number(chosen));
  return STATUS_BY_CODE.get(code) ?? STATUS_BY_CLASS.get(code.slice(0, 2)) ?? 400;
}

const RaisedMessage = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.string(),
    message: v.string(),
    details: v.nullish(v.string(), null),
    hint: v.nullish(v.string(), null),
  }),
);
const RaisedDetail = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)) }),
);

/** `raise sqlstate 'PGRST'` lets a function set status and body, in the format that PostgREST documents. */
function describeRaised(error: postgres.PostgresError): RestError {
  const message = v.safeParse(RaisedMessage, error.message);
  const detail = v.safeParse(RaisedDetail, error.detail);
  if (message.success && detail.success) return new RestError({ ...message.output, status: detail.output.status });
  return new RestError({
    status: 500,
    code: "PGRST121",
    message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
  });
}
