import type { Sql } from "postgres";
import type { Limiter } from "../../../domain/limiter.ts";
import type { Log } from "../../log.ts";
import type { ApiKeys } from "../keys.ts";
import type { Mailer } from "./mail/mails.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Passwords } from "./sign-in/passwords.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import type { SigningKeys } from "./tokens/signing-keys.ts";

/** A session ends after so many days without use, and after so many in all. */
export type SessionLifetime = { readonly idleDays: number; readonly maxDays: number };

/** What the handlers are built from. */
export type AuthContext = {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly keys: ApiKeys;
  readonly signingKeys: SigningKeys;
  readonly tokens: AccessTokens;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  /** Password sign-ins under way, and changes of passwords, which wait in the same line. */
  readonly signIns: Limiter;
  /** Turns a code or a refresh token into what is stored or derived; never leaves the process. */
  readonly pepper: Buffer;
  readonly siteUrl: string;
  readonly sessionLifetime: SessionLifetime;
  readonly allowedRedirects: readonly string[];
  readonly clock: () => Date;
  readonly log: Log;
  /** Answers that could tell whether an account exists take at least this long, whichever way they went. */
  readonly minResponseMs: number;
};
