import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { EMAIL } from "../../domain/email.ts";
import { badJson, invalid } from "./errors.ts";

export type AuthRequest = {
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly params: Readonly<Record<string, string>>;
  /** Parsed JSON, or an empty object without a body. */
  readonly body: unknown;
  /** The IP address of the client, for rate limits and the audit log. */
  readonly address: string;
};

export type Handler = (request: AuthRequest) => Promise<Response>;

/** PostgreSQL can store neither NUL nor lone surrogates. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const MAX_ADDRESS_LENGTH = 254;

export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === "") return {};
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badJson("an object is expected");
  if (UNSTORABLE.test(JSON.stringify(body))) throw badJson("unsupported Unicode escape sequence");
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson("invalid character in the body");
  }
}

/** The body of a form that a browser posts. */
export async function readForm(request: Request): Promise<unknown> {
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

/** Drops fields that the schema does not name, which prevents mass assignment. */
export function readFields<const Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw badJson(`unexpected value in field ${v.getDotPath(parsed.issues[0]) ?? "(body)"}`);
}

/** Clients send null for fields without a value. */
export const optionalText = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)), ""), "");
export const optionalFlag = v.optional(v.nullable(v.boolean(), false), false);
export const optionalRecord = v.nullish(v.record(v.string(), v.unknown()));

export const isUuid = (text: string) => v.is(v.pipe(v.string(), v.uuid()), text);

export function readEmail(given: string): string {
  if (given.trim() === "") throw invalid("An email address is required");
  const email = parseEmail(given);
  if (email === undefined) throw invalid("Unable to validate email address: invalid format");
  return email;
}

/** Undefined for a text that is no address. */
export function parseEmail(given: string): string | undefined {
  const email = given.trim();
  return email.length <= MAX_ADDRESS_LENGTH && EMAIL.test(email) ? email.toLowerCase() : undefined;
}

/** Delays the response to `minResponseMs`, so that its timing does not reveal whether an account exists. */
export async function equalizeTiming<Result>(minResponseMs: number, work: () => Promise<Result>): Promise<Result> {
  const delay = wait(minResponseMs);
  try {
    return await work();
  } finally {
    await delay;
  }
}

export function json(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(body, { status: init.status ?? 200, headers: { "cache-control": "no-store", ...init.headers } });
}

export const noContent = () => new Response(null, { status: 204, headers: { "cache-control": "no-store" } });

export const seeOther = (location: string) => redirect(location, 303);

/** GoTrue sends 302 to and from providers. */
export function redirect(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, {
    status,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
