import type { Session } from "@supabase/supabase-js";
import { useNavigate } from "react-router";
import { showSuccess } from "../data/save.ts";
import type { LinkType, RedirectState } from "./auth-intent.ts";
import { useAuthWords } from "./words.ts";

/** Says what a verified link or code has done, and goes on to the password or the page that the user wanted. */
export function useVerified(redirectState: RedirectState) {
  const { verified: words, loggedIn } = useAuthWords();
  const navigate = useNavigate();
  return (type: LinkType, session: Session) => {
    if (type === "email_change") showSuccess(words.changed);
    const needsPassword = "needs_password" in session;
    if (type === "signup") {
      showSuccess(needsPassword ? words.choose : words.welcome);
    }
    if (type === "magiclink") showSuccess(loggedIn);
    const choosesPassword = needsPassword || type === "recovery" || type === "invite";
    const next = type === "email_change" ? "/account" : redirectState.next;
    // Replace the entry, so that the used link is not in the history.
    void navigate(choosesPassword ? "/auth?new-password" : "/auth", { replace: true, state: { next } });
  };
}

/** The PKCE verifiers that prove this browser signed up; auth-js stores one per requested email. */
export function readCodeVerifiers(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.endsWith("-code-verifier"))
      .map((key): unknown => JSON.parse(localStorage[key]))
      .flatMap((stored) => (typeof stored === "string" ? (stored.split("/")[0] ?? []) : []));
  } catch {
    return [];
  }
}
