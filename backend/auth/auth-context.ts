import type { Sql } from "postgres";
import type { Limiter } from "../../domain/limiter.ts";
import type { SiteLanguages } from "../../domain/words.ts";
import type { ApiKeys } from "../keys.ts";
import type { Log } from "../log.ts";
import type { AuthConfig } from "./auth-config.ts";
import type { Mailer } from "./mail/mails.ts";
import type { RelyingParty } from "./passkeys/webauthn.ts";
import type { Providers } from "./providers/known-providers.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Passwords } from "./sign-in/passwords.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import type { SigningKeys } from "./tokens/signing-keys.ts";

/** A session ends after `idleDays` without use, and `maxDays` after sign-in in any case. */
export type SessionLifetime = { readonly idleDays: number; readonly maxDays: number };

/** Counts a session that starts, or a password, code, passkey or provider's answer that is refused. */
export type CountSignIn = (outcome: "ok" | "refused") => void;

/** Dependencies of every auth handler. */
export type AuthContext = {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly keys: ApiKeys;
  readonly signingKeys: SigningKeys;
  readonly tokens: AccessTokens;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  /** Limits how many password sign-ins and password changes are hashed at once. */
  readonly signIns: Limiter;
  /** HMAC key for mailed codes and refresh tokens. It is never stored. */
  readonly pepper: Buffer;
  readonly siteUrl: string;
  readonly sessionLifetime: SessionLifetime;
  readonly settings: AuthConfig;
  readonly providers: Providers;
  /** Undefined where browsers offer no passkeys: without https, or at an IP address. */
  readonly relyingParty: RelyingParty | undefined;
  /** The name that the browser's dialog shows beside a new passkey. */
  readonly siteName: () => string;
  readonly siteLanguages: () => SiteLanguages;
  /** The language of the page that sent the request; empty if it does not say. */
  readonly pageLanguage: string;
  readonly allowedRedirects: readonly string[];
  readonly clock: () => Date;
  readonly log: Log;
  readonly countSignIn: CountSignIn;
  /** Responses that could reveal whether an account exists take at least this long. */
  readonly minResponseMs: number;
};
