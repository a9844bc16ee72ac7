import { useRef, useState } from "react";
import { showToast } from "../ui/layout/toasts.ts";
import { renewSession } from "./renew-session.ts";
import type { Supabase } from "./supabase-client.ts";

/** What supabase-js answers, whichever of its parts was asked. */
export type Reply = { readonly error: Refusal | null; readonly status?: number };
type Refusal = {
  readonly message: string;
  readonly name?: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
};

const UNEXPECTED = "An unexpected error occurred. Please try again.";

/**
 * Asks the backend once at a time. A refusal becomes a toast with the backend's message, and gives nothing; only
 * those whose codes are expected are given back to be explained in place.
 */
export function useSubmission() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  async function submit<R extends Reply>(
    ask: (backend: Supabase) => PromiseLike<R>,
    expected: readonly string[] = [],
  ): Promise<R | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const { loadSupabase } = await import("./supabase-client.ts");
      const backend = await loadSupabase();
      const reply = await ask(backend);
      if (!reply.error || expected.includes(reply.error.code ?? "")) return reply;
      if (!(await leaveIfEnded(backend, reply))) showFailure(explain(reply));
    } catch (error) {
      console.error("The backend could not be asked", error);
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

export function showSuccess(text: string): void {
  showToast({ kind: "success", title: "Success", text });
}

export function explain({ error, status = error?.status }: Reply): string {
  if (!navigator.onLine) return "You are offline. Please try again once you are connected.";
  // Without a status nothing was answered, and the message is the browser's.
  return (status && error?.message) || UNEXPECTED;
}

/**
 * Signed out from elsewhere, by another device, a new password, an administrator: then this browser forgets the session
 * too. A token that was only too old, or a sign-in service that is away, ends nothing.
 */
export async function leaveIfEnded(backend: Supabase, { error, status = error?.status }: Reply): Promise<boolean> {
  const isRefused = error?.name === "AuthSessionMissingError" || (status === 401 && error?.code !== "insufficient_aal");
  if (!isRefused || (await renewSession(backend)) !== "ended") return false;
  showFailure("Your session has ended. Please sign in again.");
  return true;
}
