import postgres from "postgres";
import * as v from "valibot";
import type { Claims } from "../database/database.ts";
import { isOutage } from "../database/is-outage.ts";
import { RETRY_AFTER } from "../retry-after.ts";

export type ErrorBody = {
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly message: string;
};

type More = {
  readonly details?: string | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An error with PostgREST's status and body. It is thrown, so that it rolls back a running transaction. */
export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, { details = null, hint = null, headers = {} }: More = {}) {
    super(message);
    this.name = "RestError";
    this.status = status;
    this.body = { code, details, hint, message };
    this.headers = headers;
  }

  toResponse(): Response {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "proxy-status": `PostgREST; error=${this.body.code}`,
      ...(this.status === 503 && RETRY_AFTER),
      ...this.headers,
    };
    return new Response(JSON.stringify(this.body), { status: this.status, headers });
  }
}

/** The cached catalog has no such name; the request is tried once more with a fresh one. */
export class NotInCatalog extends RestError {}

const MAX_ECHO_LENGTH = 300;

/** Limits how much of a request an error message repeats, so that a large request cannot cause a large response. */
export function echo(text: string): string {
  return text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH)}…` : text;
}

/** The errors, by PostgREST's codes. PGRST127 is that of a feature which it does not implement. */
const refuse = (status: number, code: string, message: string, more?: More) =>
  new RestError(status, code, message, more);
const hinted = (nearest: string | undefined, hint: string) => ({ hint: nearest === undefined ? null : hint });

export const malformed = (message: string, details: string) => refuse(400, "PGRST100", message, { details });
export const tooLong = (part: string) => refuse(414, "PGRST100", `${part} is too long`);
export const tooComplex = (details: string) => malformed("the request is too complex", details);
export const responseTooLarge = () => malformed("the answer is too large", "Ask for fewer rows or columns.");
export const unsupportedCallMethod = (method: string) =>
  refuse(405, "PGRST101", `Cannot use the ${method} method on RPC`);
export const invalidBody = (message: string) => refuse(400, "PGRST102", message);
export const tooLarge = (limitBytes: number) =>
  refuse(413, "PGRST102", "Request body is too large", { details: `At most ${limitBytes} bytes are accepted.` });
export const invalidRange = (details: string, headers: Readonly<Record<string, string>> = {}) =>
  refuse(416, "PGRST103", "Requested range not satisfiable", { details, headers });
export const unknownSchema = (schema: string) =>
  refuse(406, "PGRST106", `Invalid schema: ${echo(schema)}`, {
    hint: "Only the following schemas are exposed: public",
  });
export const notAcceptable = (accept: string) =>
  refuse(406, "PGRST107", `None of these media types are available: ${echo(accept)}`);
export const notSingular = (rows: number) =>
  refuse(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
export const unsupportedMethod = (method: string) => refuse(405, "PGRST117", `Unsupported HTTP method: ${method}`);
export const invalidPreferences = (unknown: readonly string[]) =>
  refuse(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${echo(unknown.join(", "))}`,
  });
export const aggregatesNotAllowed = () => refuse(400, "PGRST123", "Use of aggregate functions is not allowed");
export const tooManyAffected = (rows: number) =>
  refuse(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
export const invalidPath = () => refuse(404, "PGRST125", "Invalid path specified in request URL");
export const noRootMetadata = () => refuse(404, "PGRST126", "Root endpoint metadata is disabled");
export const notSupported = (feature: string, details: string) =>
  refuse(400, "PGRST127", `${feature} is not supported`, { details });
export const notEmbedded = (resource: string) =>
  notSupported("Embedding", `'${echo(resource)}' is named as a related table.`);
export const unknownPayloadColumn = (relation: string, column: string) =>
  new NotInCatalog(400, "PGRST204", `Could not find the '${echo(column)}' column of '${relation}' in the schema cache`);
export const unknownTable = (table: string, nearest: string | undefined) =>
  new NotInCatalog(
    404,
    "PGRST205",
    `Could not find the table 'public.${echo(table)}' in the schema cache`,
    hinted(nearest, `Perhaps you meant the table 'public.${nearest}'`),
  );
/** In PostgREST this error comes from PostgreSQL; here the catalog raises it with the same code and message. */
export const unknownColumn = (relation: string, column: string, nearest: string | undefined) =>
  new NotInCatalog(
    400,
    "42703",
    `column ${relation}.${echo(column)} does not exist`,
    hinted(nearest, `Perhaps you meant to reference the column "${relation}.${nearest}".`),
  );
export const unknownType = (name: string) => refuse(400, "42704", `type "${echo(name)}" does not exist`);
/** PGRST003 is PostgREST's code for a timeout while waiting for a connection of the pool. */
export const tooManyAtOnce = () =>
  refuse(503, "PGRST003", "Too many requests at once. Please try again in a few seconds.");

export function unknownRoutine(
  name: string,
  given: readonly string[],
  { isJson, nearest }: { isJson: boolean; nearest: string | undefined },
): NotInCatalog {
  const listed = echo(given.join(", "));
  const signature = given.length === 0 ? " without parameters" : `(${listed})`;
  const searched =
    given.length === 0 ? " without parameters" : ` with parameter${given.length > 1 ? "s" : ""} ${listed}`;
  const orJson = isJson ? " or with a single unnamed json/jsonb parameter" : "";
  return new NotInCatalog(
    404,
    "PGRST202",
    `Could not find the function public.${echo(name)}${signature} in the schema cache`,
    {
      details:
        `Searched for the function public.${echo(name)}${searched}${orJson}, ` +
        "but no matches were found in the schema cache.",
      ...hinted(nearest, `Perhaps you meant to call the function public.${nearest}`),
    },
  );
}

export const ambiguousRoutine = (signatures: readonly string[]) =>
  refuse(300, "PGRST203", `Could not choose the best candidate function between: ${signatures.join(", ")}`, {
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });

const CHALLENGE = { "www-authenticate": "Bearer" };

type Request = { readonly role: Claims["role"]; readonly method: string };

/** PostgREST's response for an error of the database; undefined for any other error. */
export function findDatabaseError(error: unknown, request: Request): RestError | undefined {
  if (error instanceof postgres.PostgresError) return toRestError(error, request);
  if (!isOutage(error)) return undefined;
  return new RestError(503, "PGRST000", "Database connection error. Retrying the connection.");
}

function toRestError(error: postgres.PostgresError, { role, method }: Request): RestError {
  if (error.code === "PGRST") return describeRaised(error);
  // GET runs in a read-only transaction, so this is the caller's mistake; for other methods the database is read-only.
  const isRefusedRead = error.code === "25006" && method === "GET";
  const status = isRefusedRead ? 405 : statusOf(error.code, error.message, role !== "anon");
  const { code, message, detail, hint } = error;
  const headers = status === 401 ? CHALLENGE : {};
  return new RestError(status, code, message, { details: detail ?? null, hint: hint ?? null, headers });
}

/** By SQLSTATE or its class. PostgREST returns 500 for 57014 and 54, which here are limits and no faults of the server. */
const STATUSES: Readonly<Record<number, string>> = {
  400: "P0001 54",
  403: "0L 0P 28",
  404: "42883 42P01",
  409: "23503 23505",
  500: "42P17 09 25 2D 38 39 3B 40 55 57 58 F0 HV P0 XX",
  503: "25006 57P01 57P02 57P03 53400 08 53",
  504: "57014",
};
const STATUS_BY_CODE = new Map(
  Object.entries(STATUSES).flatMap(([status, codes]) =>
    codes.split(" ").map((code) => [code, Number(status)] as const),
  ),
);

function statusOf(code: string, message: string, isSignedIn: boolean): number {
  if (code === "42501") return isSignedIn ? 403 : 401;
  // PostgREST returns 500 for every 21000, but an upsert that contains one row twice is the caller's fault.
  if (code === "21000") return /^ON CONFLICT|requires a WHERE clause$/.test(message) ? 400 : 500;
  const chosen = /^PT([1-5]\d\d)$/.exec(code)?.[1];
  if (chosen !== undefined) return Math.max(200, Number(chosen));
  return STATUS_BY_CODE.get(code) ?? STATUS_BY_CODE.get(code.slice(0, 2)) ?? 400;
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
  const raised = v.safeParse(RaisedMessage, error.message);
  const detail = v.safeParse(RaisedDetail, error.detail);
  if (raised.success && detail.success) {
    const { code, message, ...more } = raised.output;
    return new RestError(detail.output.status, code, message, more);
  }
  return new RestError(500, "PGRST121", "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error");
}
