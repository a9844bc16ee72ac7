import { type Catalog, findNearestName, type Routine } from "./catalog.ts";
import { ambiguousRoutine, invalidBody, unknownRoutine, unsupportedCallMethod } from "./errors.ts";
import { readCallBody, requireJson } from "./parse/payload.ts";
import { readArguments, readCallQuery } from "./parse/request-query.ts";
import { contentRange, rangeStatus, readRange } from "./parse/row-range.ts";
import { checkWrite, type RestContext, respond, run } from "./respond.ts";
import { type Arguments, buildCall } from "./sql/build-statements.ts";

/** Calls a function: POST with its arguments as JSON, or GET, which may not write. */
export async function handleRpc(context: RestContext, name: string): Promise<Response> {
  const { method, format, preferences, claims } = context;
  const isReadOnly = method === "GET" || method === "HEAD";
  if (!isReadOnly && method !== "POST") throw unsupportedCallMethod(method);
  const args = readCallArguments(context, isReadOnly);
  const routine = requireRoutine(context.catalog, name, args);
  const query = readCallQuery(context.search);
  const range = readRange(context.search, context.headers.get("range"));
  const statement = buildCall({ routine, args, query, range, count: preferences.count, format, role: claims.role });
  const isVoid = routine.returns === "void";
  const check = checkWrite({ preferences, format: isVoid ? { ...format, isSingle: false } : format });
  const outcome = await run(context, statement, { isReadOnly, check });
  if (isVoid) return new Response(null, { status: 204 });
  const total = preferences.count === undefined ? undefined : (outcome.total ?? 0);
  const status = rangeStatus(range.offset, outcome.rows, total);
  const body = preferences.return === "minimal" ? null : outcome.body;
  return respond(context, status, body, contentRange(range.offset, outcome.rows, total));
}

function readCallArguments({ search, headers, body }: RestContext, isReadOnly: boolean): Arguments {
  if (!isReadOnly) {
    const type = headers.get("content-type");
    if (/^text\/plain\b/i.test(type ?? "")) return { kind: "text", text: body, names: undefined };
    requireJson(type);
    return { kind: "json", ...readCallBody(body) };
  }
  const values = new Map(readArguments(search));
  return { kind: "texts", values, names: [...values.keys()] };
}

/**
 * The only function with this name and these parameters; parameters with defaults may be left out. If there is none, the
 * one with a single unnamed parameter for the body.
 */
function requireRoutine({ routines }: Catalog, name: string, args: Arguments): Routine {
  const candidates = routines.get(name) ?? [];
  const matching = candidates.filter((candidate) => acceptsArguments(candidate, args.names));
  const whole = candidates.find(({ bodyType }) => bodyType !== undefined && acceptsBody(bodyType, args));
  const [routine = whole, another] = matching;
  if (!routine) {
    if (args.kind === "text") requireJson("text/plain");
    if (args.names === undefined && candidates.length > 0) throw invalidBody("Empty or invalid json");
    const nearest = candidates[0] ? signatureHint(candidates[0]) : findNearestName(name, routines.keys());
    throw unknownRoutine(name, args.names ?? [], { isJson: args.kind === "json", nearest });
  }
  if (another) throw ambiguousRoutine(matching.map(signature));
  return routine;
}

function acceptsBody(type: string, { kind }: Arguments): boolean {
  return kind === "text" ? type === "text" : kind === "json" && type !== "text";
}

function acceptsArguments({ parameters, bodyType }: Routine, names: readonly string[] | undefined): boolean {
  if (bodyType !== undefined || names === undefined) return false;
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
