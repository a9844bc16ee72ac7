import type { TransactionSql } from "postgres";
import type { AuthContext } from "../auth-context.ts";
import type { AuthError } from "../errors.ts";
import { chooseRedirect } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import type { Method } from "../sessions.ts";
import type { Challenge } from "../tokens/code-challenge.ts";
import { storeChallenge } from "../tokens/flow-states.ts";
import { issueToken, type TokenType } from "../tokens/one-time-tokens.ts";
import type { User } from "../users.ts";
import { linkMail, type LinkType } from "./mails.ts";

const METHOD = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
} as const satisfies Record<LinkType, Method>;

type Sending = {
  readonly user: User;
  readonly type: LinkType;
  readonly tokenType: TokenType;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge?: Challenge | undefined;
};

/** Token, flow and mail stand or fall together. */
export async function sendLink(context: AuthContext, sql: TransactionSql, sending: Sending): Promise<void> {
  const { user, type, tokenType, to, redirectTo, challenge } = sending;
  const token = await issueToken(context, sql, { user, type: tokenType, to, isPkce: challenge !== undefined });
  if (challenge) await storeChallenge(context, sql, { userId: user.id, challenge, token, method: METHOD[type] });
  await context.mailer.send(linkMail(type, { to, token, siteUrl: context.siteUrl, redirectTo }), sql);
}

/** Counted by address written, not by account found: the limits say nothing about who exists. */
export async function consumeMailLimits(
  context: AuthContext,
  { address, to, kind }: { address: string; to: string; kind: string },
): Promise<AuthError | undefined> {
  return (
    (await context.rateLimits.consume("mail-by-address", address)) ??
    (await context.rateLimits.consume("mail-of-one-kind", `${kind}:${to}`)) ??
    (await context.rateLimits.consume("mail-by-account", to))
  );
}

export function readRedirect(context: AuthContext, request: AuthRequest): string {
  return chooseRedirect(request.query.get("redirect_to") ?? request.headers.get("redirect_to"), context);
}
