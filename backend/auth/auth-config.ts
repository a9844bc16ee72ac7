import * as v from "valibot";
import type { ProviderConfig } from "./providers/provider-config.ts";

export type AuthConfig = Readonly<ReturnType<typeof toAuthConfig>>;
export type AddressLimits = AuthConfig["rateLimits"];

export const flag = v.pipe(
  v.picklist(["0", "1"], "must be 1 or 0"),
  v.transform((given) => given === "1"),
);

const limit = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 to 999999"),
  v.transform(Number),
);

export const authEntries = {
  AUTH_AUTOCONFIRM: v.optional(flag, "0"),
  AUTH_ANONYMOUS: v.optional(flag, "0"),
  AUTH_SIGNUPS: v.optional(flag, "1"),
  AUTH_SAML: v.optional(flag, "0"),
  AUTH_RATE_LIMIT_SIGN_IN: v.optional(limit, "30"),
  AUTH_RATE_LIMIT_SIGN_UP: v.optional(limit, "30"),
  AUTH_RATE_LIMIT_EMAIL_SENT: v.optional(limit, "30"),
  AUTH_RATE_LIMIT_VERIFY: v.optional(limit, "30"),
  AUTH_RATE_LIMIT_TOKEN_REFRESH: v.optional(limit, "300"),
  AUTH_RATE_LIMIT_ANONYMOUS_USERS: v.optional(limit, "30"),
};

const AuthEntries = v.object(authEntries);

export function toAuthConfig(settings: v.InferOutput<typeof AuthEntries>, providers: readonly ProviderConfig[]) {
  return {
    providers,
    /** New accounts are confirmed without an email; their address never counts as verified. */
    autoconfirm: settings.AUTH_AUTOCONFIRM,
    /** Accounts without an address may be created. */
    anonymous: settings.AUTH_ANONYMOUS,
    /** Off: accounts are created by invitation only. */
    signUps: settings.AUTH_SIGNUPS,
    /** Companies sign in with their own identity provider (SAML 2.0). */
    saml: settings.AUTH_SAML,
    /** Requests that one network address may make; 5-minute windows for sign-in, verify and refresh, otherwise an hour. */
    rateLimits: {
      signIn: settings.AUTH_RATE_LIMIT_SIGN_IN,
      signUp: settings.AUTH_RATE_LIMIT_SIGN_UP,
      emailSent: settings.AUTH_RATE_LIMIT_EMAIL_SENT,
      verify: settings.AUTH_RATE_LIMIT_VERIFY,
      tokenRefresh: settings.AUTH_RATE_LIMIT_TOKEN_REFRESH,
      anonymousUsers: settings.AUTH_RATE_LIMIT_ANONYMOUS_USERS,
    },
  };
}
