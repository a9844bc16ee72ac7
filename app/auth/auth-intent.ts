import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { safeRedirectPath } from "../../domain/accounts/redirect-path.ts";
import { isSupabaseMode } from "./public-config.ts";

/** The screen of /auth that the URL requests, or the action of a mailed link. */
export type AuthIntent =
  | { readonly screen: "sign-in" | "sign-up" | "forgotten" | "resend" | "new-password" }
  | { readonly screen: "expired"; readonly type: LinkType | undefined }
  | { readonly screen: "link"; readonly type: LinkType; readonly tokenHash: string }
  | ProviderIntent
  | { readonly screen: "sso"; readonly providerId: string | undefined }
  | { readonly screen: "offer"; readonly token: string }
  | TokensIntent;

export type TokensIntent = {
  readonly screen: "tokens";
  readonly type: LinkType | undefined;
  readonly email: string;
  /** When the session started, in seconds. */
  readonly issuedAt: number;
  readonly tokens: Tokens;
};

/** A provider has sent the browser back, with a code or an error. */
export type ProviderIntent = {
  readonly screen: "provider";
  readonly provider: string;
  readonly code: string | undefined;
  readonly error: string | undefined;
};

/** A session, as Supabase's mailed links pass it in the URL hash. */
type Tokens = { readonly access_token: string; readonly refresh_token: string };

const LINK_TYPES = ["signup", "recovery", "magiclink", "invite", "email_change"] as const;
export type LinkType = (typeof LINK_TYPES)[number];

const UUID = /^[0-9a-f-]{36}$/;

/** Passed from screen to screen of /auth in the router's location state; other pages pass `?next=`. */
export type RedirectState = {
  /** The page to return to after signing in. */
  readonly next: string | undefined;
  readonly email: string | undefined;
};

/** Read in the browser only: the page is cacheable, and the server never sees the secret of a link. */
export function useAuthIntent(): {
  readonly isHydrated: boolean;
  readonly intent: AuthIntent;
  /** A page asks for a sign-in, even if its address is not one to return to. */
  readonly isRequired: boolean;
  readonly redirectState: RedirectState;
} {
  const { search, hash, state } = useLocation();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const query = new URLSearchParams(search);
  const next = safeRedirectPath(state?.next) ?? safeRedirectPath(query.get("next"));
  return {
    isHydrated,
    isRequired: next !== undefined || query.has("next"),
    intent: isHydrated ? readIntent(query, new URLSearchParams(hash.slice(1))) : { screen: "sign-in" },
    redirectState: {
      next,
      email: typeof state?.email === "string" ? state.email : undefined,
    },
  };
}

export const mailRedirectUrl = ({ next = "/auth" }: RedirectState): string => location.origin + next;

function readIntent(query: URLSearchParams, fragment: URLSearchParams): AuthIntent {
  const type = LINK_TYPES.find((known) => known === (query.get("type") ?? fragment.get("type")));
  const tokenHash = query.get("token_hash");
  const provider = query.get("provider");
  if (provider !== null && !isSupabaseMode()) return readProviderReturn(query, provider);
  if (fragment.has("error_code")) return { screen: "expired", type };
  if (tokenHash !== null) return type && tokenHash ? { screen: "link", type, tokenHash } : { screen: "expired", type };
  if (fragment.has("access_token") && isSupabaseMode()) return readTokens(fragment, type);
  const offer = query.get("offer");
  if (offer) return { screen: "offer", token: offer };
  const sso = query.get("sso");
  if (sso !== null) return { screen: "sso", providerId: UUID.test(sso) ? sso : undefined };
  if (query.has("new-password")) return { screen: "new-password" };
  if (query.has("forgotten")) return { screen: "forgotten" };
  if (query.has("resend")) return { screen: "resend" };
  return { screen: query.has("sign-up") ? "sign-up" : "sign-in" };
}

function readProviderReturn(query: URLSearchParams, provider: string): AuthIntent {
  const code = query.get("code") ?? undefined;
  const error = query.get("error_code") ?? query.get("error") ?? (code ? undefined : "other");
  return { screen: "provider", provider, code, error };
}

function readTokens(fragment: URLSearchParams, type: LinkType | undefined): AuthIntent {
  const access_token = fragment.get("access_token") ?? "";
  const refresh_token = fragment.get("refresh_token") ?? "";
  try {
    const claims = atob((access_token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const { email, iat }: { email: unknown; iat: unknown } = JSON.parse(claims);
    if (typeof email === "string") {
      return { screen: "tokens", type, email, issuedAt: Number(iat), tokens: { access_token, refresh_token } };
    }
  } catch {}
  return { screen: "expired", type };
}

const subscribeToNothing = () => () => {};
