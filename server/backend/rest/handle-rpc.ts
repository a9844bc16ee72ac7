import type { Catalog, Routine } from "./catalog/catalog.ts";
import { findNearestName } from "./catalog/nearest-name.ts";
import { ambiguousRoutine, unknownRoutine, unsupportedCallMethod } from "./errors.ts";
import { readArgumentObject, requireJson } from "./parse/payload.ts";
import { readArguments, readCallQuery } from "./parse/request-query.ts";
import { contentRange, rangeStatus, readRange } from "./parse/row-range.ts";
import { checkWrite, type Exchange, respond, run } from "./respond.ts";
import { type Arguments, buildCall } from "./sql/build-call.ts";

/** Calls a function: POST with its arguments as JSON, or GET, which may not write. */
export async function handleRpc(exchange: Exchange, name: string): Promise<Response> {
  const { method, answer, preferences, claims } = exchange;
  const isReadOnly = method === "GET" || method === "HEAD";
  if (!isReadOnly && method !== "POST") throw unsupportedCallMethod(method);
  const given = readGiven(exchange, isReadOnly);
  const routine = requireRoutine(exchange.catalog, name, given);
  const query = readCallQuery(exchange.search);
  const range = readRange(exchange.search, exchange.headers.get("range"));
  const built = buildCall({ routine, given, query, range, count: preferences.count, answer, role: claims.role });
  const isVoid = routine.returns === "void";
  const check = checkWrite({ preferences, answer: isVoid ? { ...answer, isSingle: false } : answer });
  const outcome = await run(exchange, built, { isReadOnly, check });
  if (isVoid) return new Response(null, { status: 204 });
  const total = preferences.count === undefined ? undefined : (outcome.total ?? 0);
  const status = rangeStatus(range.offset, outcome.rows, total);
  const body = preferences.answer === "minimal" ? null : outcome.body;
  return respond(exchange, status, body, contentRange(range.offset, outcome.rows, total));
}

function readGiven({ search, headers, body }: Exchange, isReadOnly: boolean): Arguments {
  if (!isReadOnly) {
    requireJson(headers.get("content-type"));
    return { kind: "json", ...readArgumentObject(body) };
  }
  const values = new Map(readArguments(search));
  return { kind: "texts", values, names: [...values.keys()] };
}

/** The one function of that name that takes exactly the arguments given, apart from those that have defaults. */
function requireRoutine({ routines }: Catalog, name: string, given: Arguments): Routine {
  const named = routines.get(name) ?? [];
  const fitting = named.filter(({ parameters }) => fits(parameters, given.names));
  const [routine, another] = fitting;
  if (!routine) {
    const nearest = named[0] ? signatureHint(named[0]) : findNearestName(name, routines.keys());
    throw unknownRoutine(name, given.names, { isJson: given.kind === "json", nearest });
  }
  if (another) throw ambiguousRoutine(fitting.map(signature));
  return routine;
}

function fits(parameters: Routine["parameters"], names: readonly string[]): boolean {
  const isComplete = [...parameters.values()].every(({ name, isOptional }) => isOptional || names.includes(name));
  return isComplete && names.every((name) => parameters.has(name));
}

function signatureHint({ name, parameters }: Routine): string {
  return `${name}(${[...parameters.keys()].toSorted().join(", ")})`;
}

function signature({ name, parameters }: Routine): string {
  const listed = [...parameters.values()].map((parameter) => `${parameter.name} => ${parameter.type}`);
  return `public.${name}(${listed.join(", ")})`;
}
