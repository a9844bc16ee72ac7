import { composeMail } from "../../../../domain/compose-mail.ts";
import type { Mail } from "./mails.ts";

type Notice = { readonly subject: string; readonly text: string; readonly advice: string };

/** Mails about security events; public.send_account_notice() in the database sends the others. */
const NOTICES = {
  "factor-added": {
    subject: "An authenticator app was added to your account at {name}",
    text: "From now on, signing in asks for its code besides your password. Other sessions have been signed out.",
    advice: "If this was not you, choose a new password at once:",
  },
  "factor-removed": {
    subject: "The authenticator app was removed from your account at {name}",
    text: "Signing in no longer asks for its code.",
    advice: "If this was not you, choose a new password at once and add the app again:",
  },
  "identity-added": {
    subject: "A further way to sign in was added to your account at {name}",
    text: "You can now also sign in with another provider. Your account lists it, and can remove it.",
    advice: "If this was not you, choose a new password at once and remove it:",
  },
  "identity-removed": {
    subject: "A way to sign in was removed from your account at {name}",
    text: "That provider no longer signs you in.",
    advice: "If this was not you, choose a new password at once:",
  },
  "passkey-added": {
    subject: "A passkey was added to your account at {name}",
    text: "It signs you in without your address and password. Your account lists it, and can remove it.",
    advice: "If this was not you, choose a new password at once and remove the passkey:",
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account at {name}",
    text: "It no longer signs you in.",
    advice: "If this was not you, choose a new password at once:",
  },
  "key-added": {
    subject: "A security key was added to your account at {name}",
    text: "From now on, signing in asks for it besides your password. Other sessions have been signed out.",
    advice: "If this was not you, choose a new password at once:",
  },
  "key-removed": {
    subject: "A security key was removed from your account at {name}",
    text: "Signing in no longer asks for it.",
    advice: "If this was not you, choose a new password at once and add the key again:",
  },
  "wrong-codes": {
    subject: "Wrong codes were entered for your account at {name}",
    text: "Somebody who knows your password has entered ten wrong codes of the authenticator app.",
    advice: "If this was not you, choose a new password at once:",
  },
} as const satisfies Record<string, Notice>;

export function noticeMail(notice: keyof typeof NOTICES, to: string, siteUrl: string): Mail {
  const { subject, text, advice } = NOTICES[notice];
  return {
    to,
    subject,
    kind: `auth-${notice}`,
    ...composeMail([`${subject}. ${text}`, advice, { link: `${siteUrl}/auth?forgotten` }]),
  };
}
