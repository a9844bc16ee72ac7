import { useRef, useState } from "react";
import { currentAccount } from "../auth/account.ts";
import { renewSession } from "../auth/renew-session.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { showToast, type Toast } from "../ui/toasts/toasts.ts";
import { type DataWords, dataWords, useDataWords } from "./words.ts";

/** The common part of every supabase-js response. */
export type Reply = { readonly error: ReplyError | null; readonly status?: number };
type ReplyError = {
  readonly message: string;
  readonly name?: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
};

/** Imported on first use, so that screens that only may send something begin without it. */
const loadClient = async (): Promise<Supabase> => (await import("../auth/supabase-client.ts")).loadSupabase();

// Sends one request at a time. An error becomes a toast and the result is undefined, unless its code is in `expected`:
// then the caller gets the reply and explains it in the form.
export function useSubmission() {
  const words = useDataWords();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  async function submit<R extends Reply>(
    request: (supabase: Supabase) => PromiseLike<R>,
    expected: readonly string[] = [],
  ): Promise<R | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const supabase = await loadClient();
      const reply = await request(supabase);
      if (!reply.error || expected.includes(reply.error.code ?? "")) return reply;
      if (!(await signOutIfEnded(supabase, reply))) showFailure(explain(words, reply));
    } catch (error) {
      console.error("The request failed", error);
      showFailure(explain(words, { error: null }));
    } finally {
      running.current = false;
      setBusy(false);
    }
    return undefined;
  }

  return { busy, submit };
}

/** Runs a request that throws when it fails. The failure is shown with this text; false if there was one. */
export async function attempt(failure: string, request: (supabase: Supabase) => Promise<unknown>): Promise<boolean> {
  try {
    await request(await loadClient());
    return true;
  } catch (error) {
    await reportFailure(failure, error);
    return false;
  }
}

/** Runs `store`; on failure redirects to sign-in if the session has ended, then rethrows. */
export async function storeOrLeave<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    await leaveIfSignedOut();
    throw error;
  }
}

/** Shows a failure, or redirects to sign-in if the session has ended. */
export async function reportFailure(text: string, error?: unknown): Promise<void> {
  if (error) console.error(text, error);
  if (!(await leaveIfSignedOut())) showFailure(text);
}

export function showFailure(text: string): void {
  void showTitled({ kind: "failure", text });
}

export function showSuccess(text: string, link?: Toast["link"]): void {
  void showTitled({ kind: "success", text, link });
}

async function showTitled(toast: Omit<Toast, "title">): Promise<void> {
  showToast({ ...toast, title: (await dataWords())[toast.kind] });
}

/** Permission may be denied, and the clipboard is missing on plain http. */
export async function copyText(text: string, success: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(success);
  } catch {
    showFailure(failure);
  }
}

export function explain(words: DataWords, { error, status = error?.status }: Reply): string {
  if (!navigator.onLine) return words.offline;
  // Without a status there was no response, and the message is the browser's own.
  return (status && error?.message && words.error(error.code ?? "", error.message)) || words.unexpected;
}

// Signs this browser out when its session was ended elsewhere: on another device, by a new password, by an
// administrator. An expired token or an unreachable sign-in service does not end the session.
export async function signOutIfEnded(supabase: Supabase, { error, status = error?.status }: Reply): Promise<boolean> {
  const isUnauthorized =
    error?.name === "AuthSessionMissingError" || (status === 401 && error?.code !== "insufficient_aal");
  if (!isUnauthorized || (await renewSession(supabase)) !== "ended") return false;
  showFailure((await dataWords()).sessionEnded);
  return true;
}

let checking: Promise<boolean> | undefined;

// After a failed request: redirects to sign-in if the session was ended elsewhere. Local copies are kept. Requests that
// fail together share one check, so that each learns that the session has ended.
export function leaveIfSignedOut(): Promise<boolean> {
  checking ??= checkSession().finally(() => (checking = undefined));
  return checking;
}

async function checkSession(): Promise<boolean> {
  try {
    const supabase = await loadClient();
    const { data } = await supabase.auth.getSession();
    // An earlier check may have found the end; the screen is being left then.
    if (!data.session) return currentAccount().status === "signed-out";
    return await signOutIfEnded(supabase, await supabase.auth.getUser());
  } catch (error) {
    console.warn("The session could not be asked for", error);
    return false;
  }
}
