import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import type { Sql } from "postgres";
import * as v from "valibot";
import type { SigningKeys } from "./signing-keys.ts";

export const ACCESS_TOKEN_LIFETIME_S = 3600;
const AUDIENCE = "authenticated";
const ALGORITHM = "ES256";

const AccessClaims = v.looseObject({
  sub: v.pipe(v.string(), v.uuid()),
  session_id: v.pipe(v.string(), v.uuid()),
  role: v.literal("authenticated"),
  aal: v.picklist(["aal1", "aal2"]),
});
export type AccessClaims = v.InferOutput<typeof AccessClaims>;

type TokenError = {
  readonly error: "malformed" | "expired" | "user-missing" | "user-banned" | "session-missing";
  readonly message: string;
};

type TokenResult = { readonly claims: AccessClaims } | TokenError;

export type AccessTokens = {
  sign(claims: AccessClaims): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Accepts an unexpired token signed here whose session and user still exist. */
  verify(token: string): Promise<TokenResult>;
};

type AccessTokenOptions = {
  readonly sql: Sql;
  readonly signingKeys: SigningKeys;
  readonly siteUrl: string;
  readonly clock: () => Date;
};

export function createAccessTokens({ sql, signingKeys, siteUrl, clock }: AccessTokenOptions): AccessTokens {
  const issuer = `${siteUrl}/auth/v1`;

  async function verifySignature(token: string): Promise<TokenResult> {
    try {
      // Check the algorithm before trusting the header: no "none", no HS256 keyed with a public key.
      const { kid, alg } = decodeProtectedHeader(token);
      if (alg !== ALGORITHM || !kid) return malformed("signing method is invalid");
      const key = await signingKeys.find(kid);
      if (!key) return malformed("unrecognized JWT kid");
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer,
        audience: AUDIENCE,
        requiredClaims: ["sub", "exp", "session_id"],
        currentDate: clock(),
      });
      const claims = v.safeParse(AccessClaims, payload);
      return claims.success ? { claims: claims.output } : malformed("token has invalid claims");
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { error: "expired", message: "token is expired" };
      if (error instanceof errors.JOSEError || error instanceof TypeError) return malformed("token is malformed");
      throw error;
    }
  }

  return {
    async sign(claims) {
      const { kid, key } = await signingKeys.current();
      const issuedAt = Math.floor(clock().getTime() / 1000);
      const expiresAt = issuedAt + ACCESS_TOKEN_LIFETIME_S;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    async verify(token) {
      const result = await verifySignature(token);
      if ("error" in result) return result;
      return checkSession(sql, result.claims, clock());
    },
  };
}

/** The session may have been downgraded to aal1 since the token was signed; the lower level counts. */
async function checkSession(sql: Sql, claims: AccessClaims, now: Date): Promise<TokenResult> {
  const [user] = await sql<{ is_banned: boolean; has_session: boolean; is_aal2: boolean }[]>`
    select coalesce(u.banned_until > ${now}, false) as is_banned,
      s.id is not null and (s.not_after is null or s.not_after > ${now}) as has_session,
      coalesce(s.aal = 'aal2', false) as is_aal2
    from auth.users u
    left join auth.sessions s on s.user_id = u.id and s.id = ${claims.session_id}
    where u.id = ${claims.sub} and u.deleted_at is null`;
  if (!user) return { error: "user-missing", message: "User from sub claim in JWT does not exist" };
  if (!user.has_session)
    return { error: "session-missing", message: "Session from session_id claim in JWT does not exist" };
  if (user.is_banned) return { error: "user-banned", message: "User is banned" };
  return { claims: user.is_aal2 ? claims : { ...claims, aal: "aal1" } };
}

function malformed(message: string): TokenError {
  return { error: "malformed", message };
}
