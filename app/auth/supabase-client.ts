import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../domain/database.ts";
import { currentAccount, watchAccount } from "./account.ts";
import { isSupabaseMode, publicConfig } from "./public-config.ts";
import { watchSession } from "./watch-session.ts";

export type Supabase = SupabaseClient<Database>;

let client: Promise<Supabase> | undefined;

/** The only place where the browser loads supabase-js: once, on first use. */
export function loadSupabase(): Promise<Supabase> {
  client ??= createSupabase().catch((error: unknown) => {
    // Do not cache the failure: the next call tries again.
    client = undefined;
    throw error;
  });
  return client;
}

async function createSupabase(): Promise<Supabase> {
  const { createClient } = await import("@supabase/supabase-js");
  const { supabaseUrl, supabaseAnonKey } = publicConfig();
  const hasCode = isSupabaseMode() && /[?&]code=/.test(location.search);
  const supabase = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: {
      // The PKCE verifier proves at confirmation that this browser chose the password.
      flowType: "pkce",
      // Never read tokens from the hash: a link could replace the signed-in account. A code (Supabase mode) is safe,
      // because only the browser that requested the email can exchange it.
      detectSessionInUrl: hasCode && (() => false),
      skipAutoInitialize: !hasCode,
    },
    global: { fetch: fetchWithMessages },
  });
  watchSession(supabase);
  watchAccount(loadEditLinks);
  if (!hasCode) void initialize(supabase);
  return supabase;
}

/** Imported only for signed-in admins, so that visitors do not download the code of the Edit links. */
function loadEditLinks(): void {
  const account = currentAccount();
  if (account.status !== "signed-in" || account.role !== "admin") return;
  import("../newsroom/edit-links/edit-links.ts").then(
    ({ showEditLinks }) => showEditLinks(),
    (error: unknown) => console.error("The Edit links could not be loaded", error),
  );
}

// supabase-js delays every event, a sign-in included, until it is initialized, and refreshing an expired session may
// take 30 s. So a stored session is refreshed first.
async function initialize({ auth }: Supabase): Promise<void> {
  await auth.getSession().catch((error: unknown) => console.error("The session could not be read", error));
  await auth.initialize();
}

// Mails speak the language of the page, for which supabase-js has no field. This header needs no preflight.
//
// supabase-js drops Retry-After, so it is appended to the message. For an error page of a proxy it would use the status
// as the message, so the body is replaced by an empty message.
async function fetchWithMessages(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("content-language", document.documentElement.lang);
  const response = await fetch(input, { ...init, headers });
  if (response.status >= 500 && !response.headers.get("content-type")?.includes("json")) {
    return Response.json({ message: "" }, { status: response.status });
  }
  const waitS = Number(response.headers.get("retry-after"));
  if (response.status !== 429 || !waitS) return response;
  const body: { message?: string } = await response.json();
  const { message = "Too many requests" } = body;
  const when = waitS < 100 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
  const explained = /\d seconds/.test(message) ? message : `${message}. Please try again in ${when}.`;
  return Response.json({ ...body, message: explained }, { status: 429, headers: response.headers });
}
