import type { Sql, TransactionSql } from "postgres";
import { composeMail } from "../../../domain/compose-mail.ts";
import { confirmationPageLink } from "../redirects.ts";
import type { OneTimeToken } from "../tokens/one-time-tokens.ts";

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

type LinkMail = {
  readonly to: string;
  readonly token: OneTimeToken;
  readonly siteUrl: string;
  readonly redirectTo: string;
  /** Of an invitation: who sends it, and as what. */
  readonly invitation?: Invitation | undefined;
};

export type Invitation = { readonly by: string; readonly as: string };

/** Supabase mode: Supabase sends its own mails, made from supabase/templates. */
const LINK_TEXTS = {
  signup: {
    subject: "Confirm your address for {name}",
    before: "Somebody, hopefully you, has signed up at {name} with this address. Confirm it here:",
  },
  invite: {
    subject: "You are invited to {name}",
    before: "You have been invited to open an account at {name}. Accept the invitation here:",
  },
  magiclink: {
    subject: "Your sign-in link for {name}",
    before: "Sign in to {name} here:",
  },
  recovery: {
    subject: "Choose a new password for {name}",
    before: "Somebody, hopefully you, has asked for a new password at {name}. Choose it here:",
  },
  email_change: {
    subject: "Confirm your change of address at {name}",
    before:
      "Your account at {name} is about to change its email address. Both addresses need to be confirmed. Confirm this one here:",
  },
} as const satisfies Record<LinkType, { subject: string; before: string }>;

const IGNORE = "If this was not you, ignore this email. Nothing happens without the link or the code.";

function compose(to: string, kind: string, subject: string, paragraphs: Parameters<typeof composeMail>[0]): Mail {
  return { to, subject, kind, ...composeMail(paragraphs) };
}

export function linkMail(type: LinkType, { to, token, siteUrl, redirectTo, invitation }: LinkMail): Mail {
  const { subject, before } = LINK_TEXTS[type];
  const invited =
    invitation && `${invitation.by} invites you to {name} as ${invitation.as}. Accept the invitation here:`;
  const paragraphs = [
    invited ?? before,
    { link: confirmationPageLink({ siteUrl, tokenHash: token.link, type, redirectTo }) },
    `Or enter this code where you are asked for it: ${token.code}`,
    `The link works once, within ${type === "invite" ? "seven days" : "an hour"}; the code within ten minutes.`,
    IGNORE,
  ];
  return compose(to, `auth-${type.replace("_", "-")}`, subject, paragraphs);
}

export function accountExistsMail(to: string, siteUrl: string): Mail {
  return compose(to, "auth-account-exists", "You already have an account at {name}", [
    "Somebody, hopefully you, has tried to use this address at {name}. It already has an account there, so nothing was changed.",
    "To sign in, or to choose a new password if you have forgotten yours, go here:",
    { link: `${siteUrl}/auth` },
    "If this was not you, there is nothing to do. The other person was not told that you have an account.",
  ]);
}

/** For an existing account, which gets the role by opening the link while signed in. */
export function roleOfferMail(to: string, inviter: string, link: string): Mail {
  return compose(to, "role-offer", "Become an administrator of {name}", [
    `${inviter} invites you to be an administrator of {name}, too. Accept it here, with your account of this address:`,
    { link },
    "The link works once, within seven days. If you do not want this, ignore this email. Nothing will change.",
  ]);
}

export function reauthenticationMail(to: string, code: string): Mail {
  return compose(to, "auth-reauthentication", "Your confirmation code for {name}", [
    `Enter this code to confirm that it is you: ${code}`,
    "It works once, within ten minutes. If this was not you, sign out everywhere and choose a new password.",
  ]);
}

export function passwordChangedMail(to: string, siteUrl: string): Mail {
  return compose(to, "auth-password-changed", "Your password at {name} was changed", [
    "The password of your account at {name} has been changed, and all other sessions have been signed out.",
    "If this was not you, choose a new one at once:",
    { link: `${siteUrl}/auth?forgotten` },
  ]);
}

export function emailChangedMail(to: string): Mail {
  return compose(to, "auth-email-changed", "Your address at {name} was changed", [
    "Your account at {name} now has another email address. We will no longer write to this one.",
    "If this was not you, write to {email}.",
  ]);
}

/** The advice is to choose a new password, and what is added here. */
type NoticeText = { readonly subject: string; readonly text: string; readonly advice?: string };

/** Mails about security events; public.send_account_notice() in the database sends the others. */
const NOTICES = {
  "factor-added": {
    subject: "An authenticator app was added to your account at {name}",
    text: "From now on, signing in asks for its code besides your password. Other sessions have been signed out.",
  },
  "factor-removed": {
    subject: "The authenticator app was removed from your account at {name}",
    text: "Signing in no longer asks for its code.",
    advice: "and add the app again",
  },
  "identity-added": {
    subject: "A further way to sign in was added to your account at {name}",
    text: "You can now also sign in with another provider. Your account lists it, and can remove it.",
    advice: "and remove it",
  },
  "identity-removed": {
    subject: "A way to sign in was removed from your account at {name}",
    text: "That provider no longer signs you in.",
  },
  "passkey-added": {
    subject: "A passkey was added to your account at {name}",
    text: "It signs you in without your address and password. Your account lists it, and can remove it.",
    advice: "and remove the passkey",
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account at {name}",
    text: "It no longer signs you in.",
  },
  "key-added": {
    subject: "A security key was added to your account at {name}",
    text: "From now on, signing in asks for it besides your password. Other sessions have been signed out.",
  },
  "key-removed": {
    subject: "A security key was removed from your account at {name}",
    text: "Signing in no longer asks for it.",
    advice: "and add the key again",
  },
  "wrong-codes": {
    subject: "Wrong codes were entered for your account at {name}",
    text: "Somebody who knows your password has entered ten wrong codes of the authenticator app.",
  },
} as const satisfies Record<string, NoticeText>;

export function noticeMail(notice: keyof typeof NOTICES, to: string, siteUrl: string): Mail {
  const { subject, text, advice }: NoticeText = NOTICES[notice];
  const password = ["If this was not you, choose a new password at once", advice].filter(Boolean).join(" ");
  const link = `${siteUrl}/auth?forgotten`;
  return compose(to, `auth-${notice}`, subject, [`${subject}. ${text}`, `${password}:`, { link }]);
}
