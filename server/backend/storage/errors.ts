import postgres from "postgres";
import { QueueFullError } from "../../../domain/limiter.ts";
import { isOutage } from "../../db/is-outage.ts";
import { RETRY_AFTER } from "../../retry-after.ts";

type Problem = { readonly status: number; readonly code: string; readonly error: string; readonly message: string };

/**
 * An error in storage-api's format, of which storage-js reads statusCode, code and message. storage-api sends most errors
 * with HTTP status 400; here the HTTP status is the same as statusCode.
 */
export class StorageError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = "StorageError";
    this.problem = problem;
  }

  toResponse(): Response {
    const { status, code, error, message } = this.problem;
    const headers = { "cache-control": "no-store", ...(status === 503 && RETRY_AFTER) };
    return Response.json({ statusCode: String(status), code, error, message }, { status, headers });
  }
}

export function noSuchBucket(): StorageError {
  return new StorageError({
    status: 404,
    code: "NoSuchBucket",
    error: "Bucket not found",
    message: "Bucket not found",
  });
}

export function noSuchObject(): StorageError {
  return new StorageError({ status: 404, code: "NoSuchKey", error: "not_found", message: "Object not found" });
}

export function noSuchRoute(): StorageError {
  return new StorageError({ status: 404, code: "NotFound", error: "Not Found", message: "Route not found" });
}

export function notSupported(feature: string): StorageError {
  const message = `${feature} not supported by this server.`;
  return new StorageError({ status: 501, code: "NotImplemented", error: "not_supported", message });
}

export function invalidName(): StorageError {
  const message =
    "Invalid key: a name has up to 200 letters, digits, spaces and ( ) . _ - in folders divided by single slashes";
  return new StorageError({ status: 400, code: "InvalidKey", error: "InvalidKey", message });
}

export function invalidRequest(message: string, cause?: unknown): StorageError {
  return new StorageError({ status: 400, code: "InvalidRequest", error: "InvalidRequest", message }, { cause });
}

export function wrongType(message: string): StorageError {
  return new StorageError({ status: 415, code: "InvalidMimeType", error: "invalid_mime_type", message });
}

export function tooLarge(message: string): StorageError {
  return new StorageError({ status: 413, code: "EntityTooLarge", error: "Payload too large", message });
}

function tooBusy(): StorageError {
  const message = "Too many requests at once. Please try again in a moment.";
  return new StorageError({ status: 503, code: "SlowDown", error: "SlowDown", message });
}

/** Translates errors of PostgreSQL; any other error becomes an internal error without details. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof QueueFullError) return tooBusy();
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof postgres.PostgresError && code === "42501") {
    const message = "new row violates row-level security policy";
    return new StorageError({ status: 403, code: "AccessDenied", error: "Unauthorized", message });
  }
  if (error instanceof postgres.PostgresError && code === "23505") {
    const message = "The resource already exists";
    return new StorageError({ status: 409, code: "KeyAlreadyExists", error: "Duplicate", message });
  }
  if (error instanceof postgres.PostgresError && code.startsWith("22")) return invalidRequest("Invalid text", error);
  if (error instanceof postgres.PostgresError && code === "57014") {
    const message = "The connection to the database timed out";
    return new StorageError(
      { status: 504, code: "DatabaseTimeout", error: "DatabaseTimeout", message },
      { cause: error },
    );
  }
  if (isOutage(error)) {
    const message = "The database cannot be reached. Please try again later.";
    return new StorageError({ status: 503, code: "DatabaseError", error: "DatabaseError", message }, { cause: error });
  }
  const internal = { status: 500, code: "InternalError", error: "Internal", message: "Internal server error" };
  return new StorageError(internal, { cause: error });
}
