import { FunctionsClient, FunctionsHttpError } from "@supabase/functions-js";
import * as v from "valibot";
import { type ContactErrors, contactErrors, ContactMessage, contactSource } from "../../domain/contact/contact.ts";
import { findSolution } from "../../domain/contact/proof-of-work.ts";

/** Shows the function that a page was open here, and that somebody took the time. */
export type Proof = { readonly stamp: string; readonly solution: number };

type Outcome =
  | { readonly sent: true }
  /** Without a failure there is only something to mend; an empty one has no words of its own. */
  | { readonly sent: false; readonly errors: ContactErrors; readonly failure?: string };

const NAME = "send-contact-email";
const ANSWER_WITHIN_MS = 30_000;
/** A message does not wait longer for its proof. */
const PROOF_WITHIN_MS = 5_000;
const SLICE = 2_000;

const Puzzle = v.object({ stamp: v.string(), bits: v.number() });
const StoredSession = v.pipe(v.string(), v.parseJson(), v.object({ access_token: v.string(), expires_at: v.number() }));
const Refusal = v.object({
  message: v.optional(v.string(), ""),
  fields: v.optional(v.record(v.string(), v.string()), {}),
});

/** In slices of a few milliseconds, so that typing stays smooth. */
export async function solvePuzzle(): Promise<Proof | undefined> {
  const { data } = await createClient().invoke(NAME, { method: "GET" });
  const asked = v.safeParse(Puzzle, data);
  if (!asked.success) return undefined;
  const { stamp, bits } = asked.output;
  for (let from = 0; ; from += SLICE) {
    const solution = findSolution(stamp, bits, from, SLICE);
    if (solution !== undefined) return { stamp, solution };
    await pause(0);
  }
}

/** Checks the fields as the function will, and hands them over. */
export async function sendContact(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  proof: Promise<Proof | undefined> | undefined,
): Promise<Outcome> {
  const message = v.safeParse(ContactMessage, { ...fields, source: contactSource(location.href) });
  if (!message.success) return { sent: false, errors: contactErrors(message.issues) };
  const proven = await Promise.race([proof, pause(PROOF_WITHIN_MS)]);
  const { error } = await createClient().invoke(NAME, {
    body: { ...message.output, homepage: fields.homepage, ...proven },
    headers: { "idempotency-key": key },
    timeout: ANSWER_WITHIN_MS,
  });
  if (!error) return { sent: true };
  const answer: unknown = error instanceof FunctionsHttpError ? await error.context.json().catch(() => ({})) : {};
  const refusal = v.safeParse(Refusal, answer);
  return refusal.success
    ? { sent: false, errors: refusal.output.fields, failure: refusal.output.message }
    : { sent: false, errors: {}, failure: "" };
}

function createClient(): FunctionsClient {
  const config = JSON.parse(document.getElementById("site-config")?.textContent ?? "{}") as Record<string, string>;
  const { supabaseUrl = "", supabaseAnonKey = "" } = config;
  const bearer = findAccessToken(supabaseUrl) ?? supabaseAnonKey;
  return new FunctionsClient(`${supabaseUrl}/functions/v1`, {
    headers: { apikey: supabaseAnonKey, authorization: `Bearer ${bearer}` },
  });
}

/** Read from where supabase-js keeps it: loading all of supabase-js would cost more than the message. */
function findAccessToken(supabaseUrl: string): string | undefined {
  try {
    const [project] = new URL(supabaseUrl).hostname.split(".");
    const stored = v.safeParse(StoredSession, localStorage.getItem(`sb-${project}-auth-token`));
    if (!stored.success) return undefined;
    const { access_token: accessToken, expires_at: expiresAt } = stored.output;
    return expiresAt * 1000 > Date.now() ? accessToken : undefined;
  } catch {
    // A browser may refuse access to its storage; the message goes out all the same.
    return undefined;
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
