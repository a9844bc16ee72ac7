import * as v from "valibot";
import type { Log } from "../../backend/index.ts";

export type FunctionState = "ok" | "missing" | "unreachable" | "unknown";

type Options = {
  readonly supabaseUrl: string;
  readonly anonKey: string;
  readonly log: Log;
};

/** The response of the function to GET. Error pages of a proxy, which also may be 200, do not fit it. */
const FormToken = v.object({ stamp: v.string(), bits: v.number() });
const CHECK_INTERVAL_MS = 60_000;
const TIMEOUT_MS = 10_000;

// Checks in the background whether Supabase serves send-contact-email, because a forgotten deployment would lose every
// message. GET returns a form token and stores nothing.
export function startFunctionCheck({ supabaseUrl, anonKey, log }: Options) {
  let state: FunctionState = "unknown";

  async function check(): Promise<void> {
    const before = state;
    state = await readState(supabaseUrl, anonKey);
    if (state === before || state === "ok") return;
    log.error("the contact form does not work: send-contact-email does not answer at Supabase", {
      state,
      ...(state === "missing" && { remedy: "supabase functions deploy send-contact-email" }),
    });
  }

  void check();
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}

async function readState(supabaseUrl: string, anonKey: string): Promise<FunctionState> {
  try {
    const response = await fetch(`${supabaseUrl}/functions/v1/send-contact-email`, {
      headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    // A gateway or another function at this address may answer with 200, too.
    if (response.ok) return v.is(FormToken, body) ? "ok" : "missing";
    return response.status === 404 ? "missing" : "unreachable";
  } catch {
    return "unreachable";
  }
}
