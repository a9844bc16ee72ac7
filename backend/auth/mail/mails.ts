import type { Sql, TransactionSql } from "postgres";
import { composeMail, type Paragraph } from "../../../domain/compose-mail.ts";
import { chooseWords } from "../../../domain/words.ts";
import { confirmationPageLink } from "../redirects.ts";
import type { OneTimeToken } from "../tokens/one-time-tokens.ts";
import { words as de } from "./messages/de.ts";
import { words as en } from "./messages/en.ts";

/** Its texts name the site as {name} and {email}; the outbox fills them in. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly kind: string;
};

/** Writes to the outbox in the transaction of the change that the mail is about. */
export type Mailer = { send(mail: Mail, sql: Sql | TransactionSql): Promise<void> };

export type LinkType = "signup" | "invite" | "magiclink" | "recovery" | "email_change";

export type Reader = {
  readonly to: string;
  /** The tag of the language that they understand. */
  readonly language: string;
  /** The address of the site in this language. */
  readonly siteUrl: string;
};

type LinkMail = Reader & {
  readonly token: OneTimeToken;
  readonly redirectTo: string;
  /** Of an invitation: who sends it, and as what. */
  readonly invitation?: Invitation | undefined;
};

export type Invitation = { readonly by: string; readonly as: string };

/** Supabase mode: Supabase sends its own mails of these types, made from supabase/templates. */
export const mailWords = (language: string) => chooseWords({ en, de }, language);

function compose({ to, language }: Reader, kind: string, subject: string, paragraphs: readonly Paragraph[]): Mail {
  return { to, subject, kind, ...composeMail(paragraphs, mailWords(language).language) };
}

export function linkMail(type: LinkType, { token, redirectTo, invitation, ...reader }: LinkMail): Mail {
  const words = mailWords(reader.language);
  const { subject, before } = words.links[type];
  return compose(reader, `auth-${type.replace("_", "-")}`, subject, [
    invitation ? words.invited(invitation.by, invitation.as) : before,
    { link: confirmationPageLink({ siteUrl: reader.siteUrl, tokenHash: token.link, type, redirectTo }) },
    words.code(token.code),
    type === "invite" ? words.lifetimeOfInvitation : words.lifetime,
    words.ignore,
  ]);
}

export function accountExistsMail(reader: Reader): Mail {
  const { subject, tried, link, ignore } = mailWords(reader.language).accountExists;
  return compose(reader, "auth-account-exists", subject, [tried, link, { link: `${reader.siteUrl}/auth` }, ignore]);
}

/** For an existing account, which gets the role by opening the link while signed in. */
export function roleOfferMail(reader: Reader, inviter: string, token: string): Mail {
  const { subject, offered, lifetime } = mailWords(reader.language).roleOffer;
  return compose(reader, "role-offer", subject, [
    offered(inviter),
    { link: `${reader.siteUrl}/auth?offer=${token}` },
    lifetime,
  ]);
}

export function reauthenticationMail(reader: Reader, given: string): Mail {
  const { subject, code, lifetime } = mailWords(reader.language).reauthentication;
  return compose(reader, "auth-reauthentication", subject, [code(given), lifetime]);
}

export function passwordChangedMail(reader: Reader): Mail {
  const { subject, text, link } = mailWords(reader.language).passwordChanged;
  return compose(reader, "auth-password-changed", subject, [text, link, { link: `${reader.siteUrl}/auth?forgotten` }]);
}

export function emailChangedMail(reader: Reader): Mail {
  const { subject, text, advice } = mailWords(reader.language).emailChanged;
  return compose(reader, "auth-email-changed", subject, [text, advice]);
}

export type Notice = keyof typeof en.notices;

export function noticeMail(notice: Notice, reader: Reader): Mail {
  const words = mailWords(reader.language);
  const { subject, text, advice } = words.notices[notice];
  const link = `${reader.siteUrl}/auth?forgotten`;
  return compose(reader, `auth-${notice}`, subject, [`${subject}. ${text}`, words.newPassword(advice), { link }]);
}
