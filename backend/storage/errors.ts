import postgres from "postgres";
import { QueueFullError } from "../../domain/limiter.ts";
import { AuthFailure } from "../authenticate.ts";
import { isOutage } from "../database/is-outage.ts";
import { RETRY_AFTER } from "../retry-after.ts";

// An error in storage-api's format, of which storage-js reads statusCode, code and message. storage-api sends most errors
// with HTTP status 400; here the HTTP status is the same as statusCode.
export class StorageError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<"statusCode" | "code" | "error" | "message", string>>;

  constructor(status: number, code: string, error: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StorageError";
    this.status = status;
    this.body = { statusCode: String(status), code, error, message };
  }

  toResponse(): Response {
    const headers = { "cache-control": "no-store", ...(this.status === 503 && RETRY_AFTER) };
    return Response.json(this.body, { status: this.status, headers });
  }
}

const INVALID_NAME =
  "Invalid key: a name has up to 200 letters, digits, spaces and ( ) . _ - in folders divided by single slashes";

export const noSuchBucket = () => new StorageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
export const noSuchObject = () => new StorageError(404, "NoSuchKey", "not_found", "Object not found");
export const noSuchRoute = () => new StorageError(404, "NotFound", "Not Found", "Route not found");
export const notSupported = (feature: string) =>
  new StorageError(501, "NotImplemented", "not_supported", `${feature} not supported by this server.`);
export const invalidName = () => new StorageError(400, "InvalidKey", "InvalidKey", INVALID_NAME);
export const invalidRequest = (message: string, cause?: unknown) =>
  new StorageError(400, "InvalidRequest", "InvalidRequest", message, cause);
export const wrongType = (message: string) => new StorageError(415, "InvalidMimeType", "invalid_mime_type", message);
export const tooLarge = (message: string) => new StorageError(413, "EntityTooLarge", "Payload too large", message);

/** Translates errors of PostgreSQL; any other error becomes an internal error without details. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AuthFailure) return new StorageError(401, "InvalidJWT", "Unauthorized", error.message);
  if (error instanceof QueueFullError) {
    const message = "Too many requests at once. Please try again in a moment.";
    return new StorageError(503, "SlowDown", "SlowDown", message);
  }
  const code = error instanceof postgres.PostgresError ? error.code : "";
  if (code === "42501") {
    return new StorageError(403, "AccessDenied", "Unauthorized", "new row violates row-level security policy");
  }
  if (code === "23505") return new StorageError(409, "KeyAlreadyExists", "Duplicate", "The resource already exists");
  if (code.startsWith("22")) return invalidRequest("Invalid text", error);
  if (code === "57014") {
    const message = "The connection to the database timed out";
    return new StorageError(504, "DatabaseTimeout", "DatabaseTimeout", message, error);
  }
  if (isOutage(error)) {
    const message = "The database cannot be reached. Please try again later.";
    return new StorageError(503, "DatabaseError", "DatabaseError", message, error);
  }
  return new StorageError(500, "InternalError", "Internal", "Internal server error", error);
}
