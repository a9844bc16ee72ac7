import { FunctionsClient, FunctionsHttpError } from "@supabase/functions-js";
import * as v from "valibot";
import { type OwnForm, ownValues } from "../../domain/contact/contact-fields.ts";
import {
  checkContact,
  type ContactErrors,
  contactSource,
  RefusedContact,
  SentContact,
} from "../../domain/contact/contact.ts";
import { FILE, type FileRefusal, findRefusal, MAX_FILE_BYTES, toFormData } from "../../domain/contact/message-file.ts";
import { findSolution } from "../../domain/contact/proof-of-work.ts";
import type { ContactWords } from "../../domain/contact/words.ts";

/** The signed form token of the page and the solution of its proof of work. */
export type Proof = { readonly stamp: string; readonly solution: number };

type Outcome =
  | { readonly sent: true; readonly reference: string }
  /** Without `wasSent` the form alone found the errors. `failure` is what the function says. */
  | {
      readonly sent: false;
      readonly errors: ContactErrors;
      readonly wasSent?: true;
      readonly failure?: string | undefined;
    };

const FUNCTION_NAME = "send-contact-email";
const RESPONSE_TIMEOUT_MS = 30_000;
/** For 10 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;
/** After this time the message is sent without proof of work. */
const PROOF_TIMEOUT_MS = 5_000;
const ATTEMPTS_PER_SLICE = 2_000;

const Challenge = v.object({ stamp: v.string(), bits: v.number() });
const StoredSession = v.pipe(v.string(), v.parseJson(), v.object({ access_token: v.string(), expires_at: v.number() }));

/** Works in slices of a few milliseconds, so that the page stays responsive. */
export async function solveProofOfWork(): Promise<Proof | undefined> {
  const { data } = await createClient().invoke(FUNCTION_NAME, { method: "GET" });
  const challenge = v.safeParse(Challenge, data);
  if (!challenge.success) return undefined;
  const { stamp, bits } = challenge.output;
  for (let from = 0; ; from += ATTEMPTS_PER_SLICE) {
    const solution = findSolution(stamp, bits, from, ATTEMPTS_PER_SLICE);
    if (solution !== undefined) return { stamp, solution };
    await pause(0);
  }
}

export type ShownForm = { readonly own: OwnForm; readonly words: ContactWords; readonly language: string };

export async function sendContact(
  fields: Readonly<Record<string, unknown>>,
  { own, words, language }: ShownForm,
  key: string,
  proof: Promise<Proof | undefined> | undefined,
): Promise<Outcome> {
  const typed = ownValues(fields, own);
  const source = contactSource(location.href);
  const checked = checkContact({ ...fields, fields: typed, source, ...wayHere() }, own, words);
  const file = fields[FILE] instanceof File ? fields[FILE] : undefined;
  const refusal = file && (await findRefusalOf(file));
  const errors = { ...("errors" in checked && checked.errors), ...(refusal && { [FILE]: words.file[refusal] }) };
  if ("errors" in checked || refusal) return { sent: false, errors };
  const { came_from, came_via, job, ...values } = checked.values;
  const known = { ...(came_from && { came_from }), ...(came_via && { came_via }), ...(job && { job }) };
  const proven = await Promise.race([proof, pause(PROOF_TIMEOUT_MS)]);
  const sent = {
    ...values,
    ...known,
    ...(own.fields.length > 0 && { fields: typed }),
    homepage: fields.homepage,
    ...proven,
  };
  const { data, error } = await createClient().invoke(FUNCTION_NAME, {
    body: file ? toFormData(sent, file) : sent,
    headers: { "idempotency-key": key, "content-language": language },
    timeout: file ? UPLOAD_TIMEOUT_MS : RESPONSE_TIMEOUT_MS,
  });
  if (!error) return { sent: true, ...v.parse(SentContact, data) };
  const body: unknown = error instanceof FunctionsHttpError ? await error.context.json().catch(() => ({})) : {};
  const { message: failure, fields: refused } = v.parse(RefusedContact, body);
  return { sent: false, errors: refused, wasSent: true, failure };
}

/** Before it is sent; the function looks again. */
async function findRefusalOf(file: File): Promise<FileRefusal | undefined> {
  if (file.size > MAX_FILE_BYTES) return "tooLarge";
  // It may have been removed or changed since it was chosen.
  const read = file.arrayBuffer().then((bytes) => findRefusal(new Uint8Array(bytes)));
  return read.catch(() => "again");
}

/** The page before this one and the site that led here, noted by the motion script while visits are counted. */
function wayHere(): { readonly came_from?: string; readonly came_via?: string } {
  const [from = "", site = ""] = document.documentElement.dataset.visit?.split(" ") ?? [];
  const [page, other] = [URL.parse(from, location.origin), URL.parse(site)];
  return {
    ...(from && page?.origin === location.origin && { came_from: page.pathname.slice(0, 300) }),
    ...(other && other.origin !== location.origin && { came_via: other.host.replace(/^www\./, "") }),
  };
}

function createClient(): FunctionsClient {
  const config = JSON.parse(document.getElementById("site-config")?.textContent ?? "{}") as Record<string, string>;
  const { supabaseUrl = "", supabaseAnonKey = "" } = config;
  const bearer = findAccessToken(supabaseUrl) ?? supabaseAnonKey;
  return new FunctionsClient(`${supabaseUrl}/functions/v1`, {
    headers: { apikey: supabaseAnonKey, authorization: `Bearer ${bearer}` },
  });
}

/** Reads the storage of supabase-js directly, to avoid loading supabase-js. */
function findAccessToken(supabaseUrl: string): string | undefined {
  try {
    const [project] = new URL(supabaseUrl).hostname.split(".");
    const stored = v.safeParse(StoredSession, localStorage.getItem(`sb-${project}-auth-token`));
    if (!stored.success) return undefined;
    const { access_token: accessToken, expires_at: expiresAt } = stored.output;
    return expiresAt * 1000 > Date.now() ? accessToken : undefined;
  } catch {
    // Without storage access the message is sent anonymously.
    return undefined;
  }
}

const pause = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
