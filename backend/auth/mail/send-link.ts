import type { Sql, TransactionSql } from "postgres";
import { firstLanguage, prefixIn } from "../../../domain/words.ts";
import type { AuthContext } from "../auth-context.ts";
import { chooseRedirect } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import type { Method } from "../sessions.ts";
import { issueToken, type TokenType } from "../tokens/one-time-tokens.ts";
import { type Challenge, storeChallenge } from "../tokens/pkce.ts";
import type { User } from "../users.ts";
import { type Invitation, linkMail, type LinkType, type Notice, noticeMail, type Reader } from "./mails.ts";

const METHODS = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
} as const satisfies Record<LinkType, Method>;

type LinkRequest = {
  readonly user: User;
  readonly type: LinkType;
  readonly tokenType: TokenType;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge?: Challenge | undefined;
  readonly invitation?: Invitation | undefined;
};

/** Stores token, PKCE flow and mail in one transaction. */
export async function sendLink(context: AuthContext, sql: TransactionSql, link: LinkRequest): Promise<void> {
  const { user, type, tokenType, to, redirectTo, challenge, invitation } = link;
  const kind = challenge ? "pkce" : type === "invite" ? "invitation" : undefined;
  const token = await issueToken(context, sql, { user, type: tokenType, to, kind });
  if (challenge) await storeChallenge(context, sql, { userId: user.id, challenge, token, method: METHODS[type] });
  await context.mailer.send(linkMail(type, { ...readerOf(context, user, to), token, redirectTo, invitation }), sql);
}

/**
 * A mail speaks the language of the page where somebody acted, else that of the account, else the site's first. Its links
 * lead to pages in this language.
 */
export function readerOf(
  { pageLanguage, siteLanguages, siteUrl }: AuthContext,
  { user_metadata: { language: kept } }: Pick<User, "user_metadata">,
  to: string,
): Reader {
  const site = siteLanguages();
  const language = firstLanguage(pageLanguage, kept) || site.language;
  return { to, language, siteUrl: siteUrl + prefixIn(site, language) };
}

/** Mails the owner of an account about a security event. */
export async function sendNotice(
  context: AuthContext,
  sql: Sql | TransactionSql,
  notice: Notice,
  user: User,
): Promise<void> {
  if (!user.email) return;
  await context.mailer.send(noticeMail(notice, readerOf(context, user, user.email)), sql);
}

/** Counts by the given address, not by account, so that the limits do not reveal which accounts exist. */
export async function consumeMailLimits(
  context: AuthContext,
  { address, to, kind }: { address: string; to: string; kind: string },
): Promise<void> {
  await context.rateLimits.consume("mail-by-address", address);
  await context.rateLimits.consume("mail-of-one-kind", `${kind}:${to}`);
  await context.rateLimits.consume("mail-by-account", to);
}

export function readRedirect(context: AuthContext, request: AuthRequest): string {
  return chooseRedirect(request.query.get("redirect_to") ?? request.headers.get("redirect_to"), context);
}
