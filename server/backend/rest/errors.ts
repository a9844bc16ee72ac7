import { RETRY_AFTER } from "../../retry-after.ts";

export type ErrorBody = {
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly message: string;
};

type Problem = { status: number; code: string; message: string; details?: string | null; hint?: string | null };

/** An error with PostgREST's status and body. It is thrown, so that it rolls back a running transaction. */
export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    { status, code, message, details = null, hint = null }: Problem,
    headers: Readonly<Record<string, string>> = {},
  ) {
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

export function malformed(message: string, details: string): RestError {
  return new RestError({ status: 400, code: "PGRST100", message, details });
}

export function invalidBody(message: string): RestError {
  return new RestError({ status: 400, code: "PGRST102", message });
}

export function invalidRange(details: string, headers: Readonly<Record<string, string>> = {}): RestError {
  const message = "Requested range not satisfiable";
  return new RestError({ status: 416, code: "PGRST103", message, details }, headers);
}

export function unknownSchema(schema: string): RestError {
  return new RestError({
    status: 406,
    code: "PGRST106",
    message: `Invalid schema: ${echo(schema)}`,
    hint: "Only the following schemas are exposed: public",
  });
}

export function notAcceptable(accept: string): RestError {
  const message = `None of these media types are available: ${echo(accept)}`;
  return new RestError({ status: 406, code: "PGRST107", message });
}

/** PGRST127 is PostgREST's code for a feature that it does not implement. */
export function notSupported(feature: string, details: string): RestError {
  return new RestError({ status: 400, code: "PGRST127", message: `${feature} is not supported`, details });
}

export function notEmbedded(resource: string): RestError {
  return notSupported("Embedding", `'${echo(resource)}' is named as a related table.`);
}

export function notSingular(rows: number): RestError {
  return new RestError({
    status: 406,
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows} rows`,
  });
}

export function unsupportedMethod(method: string): RestError {
  return new RestError({ status: 405, code: "PGRST117", message: `Unsupported HTTP method: ${method}` });
}

export function unsupportedCallMethod(method: string): RestError {
  return new RestError({ status: 405, code: "PGRST101", message: `Cannot use the ${method} method on RPC` });
}

export function invalidPreferences(unknown: readonly string[]): RestError {
  return new RestError({
    status: 400,
    code: "PGRST122",
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${echo(unknown.join(", "))}`,
  });
}

export function aggregatesNotAllowed(): RestError {
  return new RestError({ status: 400, code: "PGRST123", message: "Use of aggregate functions is not allowed" });
}

export function tooManyAffected(rows: number): RestError {
  return new RestError({
    status: 400,
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: `The query affects ${rows} rows`,
  });
}

export function invalidPath(): RestError {
  return new RestError({ status: 404, code: "PGRST125", message: "Invalid path specified in request URL" });
}

export function noRootMetadata(): RestError {
  return new RestError({ status: 404, code: "PGRST126", message: "Root endpoint metadata is disabled" });
}

export function unknownPayloadColumn(relation: string, column: string): NotInCatalog {
  const message = `Could not find the '${echo(column)}' column of '${relation}' in the schema cache`;
  return new NotInCatalog({ status: 400, code: "PGRST204", message });
}

export function unknownTable(table: string, nearest: string | undefined): NotInCatalog {
  return new NotInCatalog({
    status: 404,
    code: "PGRST205",
    message: `Could not find the table 'public.${echo(table)}' in the schema cache`,
    hint: nearest === undefined ? null : `Perhaps you meant the table 'public.${nearest}'`,
  });
}

/** In PostgREST this error comes from PostgreSQL; here the catalog raises it with the same code and message. */
export function unknownColumn(relation: string, column: string, nearest: string | undefined): NotInCatalog {
  return new NotInCatalog({
    status: 400,
    code: "42703",
    message: `column ${relation}.${echo(column)} does not exist`,
    hint: nearest === undefined ? null : `Perhaps you meant to reference the column "${relation}.${nearest}".`,
  });
}

export function unknownType(name: string): RestError {
  return new RestError({ status: 400, code: "42704", message: `type "${echo(name)}" does not exist` });
}

/** PGRST003 is PostgREST's code for a timeout while waiting for a connection of the pool. */
export function tooManyAtOnce(): RestError {
  const message = "Too many requests at once. Please try again in a few seconds.";
  return new RestError({ status: 503, code: "PGRST003", message });
}

export function tooLong(part: string): RestError {
  return new RestError({ status: 414, code: "PGRST100", message: `${part} is too long` });
}

export function tooComplex(details: string): RestError {
  return malformed("the request is too complex", details);
}

export function responseTooLarge(): RestError {
  return malformed("the answer is too large", "Ask for fewer rows or columns.");
}

export function tooLarge(limitBytes: number): RestError {
  return new RestError({
    status: 413,
    code: "PGRST102",
    message: "Request body is too large",
    details: `At most ${limitBytes} bytes are accepted.`,
  });
}

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
  return new NotInCatalog({
    status: 404,
    code: "PGRST202",
    message: `Could not find the function public.${echo(name)}${signature} in the schema cache`,
    details:
      `Searched for the function public.${echo(name)}${searched}${orJson}, ` +
      "but no matches were found in the schema cache.",
    hint: nearest === undefined ? null : `Perhaps you meant to call the function public.${nearest}`,
  });
}

export function ambiguousRoutine(signatures: readonly string[]): RestError {
  return new RestError({
    status: 300,
    code: "PGRST203",
    message: `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}
