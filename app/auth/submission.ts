import { useRef, useState } from "react";
import { showToast, type Toast } from "../ui/toasts/toasts.ts";
import { renewSession } from "./renew-session.ts";
import type { Supabase } from "./supabase-client.ts";

/** The common part of every supabase-js response. */
export type Reply = { readonly error: ReplyError | null; readonly status?: number };
type ReplyError = {
  readonly message: string;
  readonly name?: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
};

const UNEXPECTED = "An unexpected error occurred. Please try again.";

/**
 * Sends one request at a time. An error becomes a toast and the result is undefined, unless its code is in `expected`:
 * then the caller gets the reply and explains it in the form.
 */
export function useSubmission() {
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
      const { loadSupabase } = await import("./supabase-client.ts");
      const supabase = await loadSupabase();
      const reply = await request(supabase);
      if (!reply.error || expected.includes(reply.error.code ?? "")) return reply;
      if (!(await signOutIfEnded(supabase, reply))) showFailure(explain(reply));
    } catch (error) {
      console.error("The request failed", error);
      showFailure(explain({ error: null }));
    } finally {
      running.current = false;
      setBusy(false);
    }
    return undefined;
  }

  return { busy, submit };
}

export function showFailure(text: string): void {
  showToast({ kind: "failure", title: "Error", text });
}

export function showSuccess(text: string, link?: Toast["link"]): void {
  showToast({ kind: "success", title: "Success", text, link });
}

export function explain({ error, status = error?.status }: Reply): string {
  if (!navigator.onLine) return "You are offline. Please try again once you are connected.";
  // Without a status there was no response, and the message is the browser's own.
  return (status && error?.message) || UNEXPECTED;
}

/**
 * Signs this browser out when its session was ended elsewhere: on another device, by a new password, by an
 * administrator. An expired token or an unreachable sign-in service does not end the session.
 */
export async function signOutIfEnded(supabase: Supabase, { error, status = error?.status }: Reply): Promise<boolean> {
  const isUnauthorized =
    error?.name === "AuthSessionMissingError" || (status === 401 && error?.code !== "insufficient_aal");
  if (!isUnauthorized || (await renewSession(supabase)) !== "ended") return false;
  showFailure("Your session has ended. Please sign in again.");
  return true;
}
