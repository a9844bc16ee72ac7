import type { SupabaseClient } from "@supabase/supabase-js";
import { composeMail } from "../../../domain/compose-mail.ts";
import { contactWordsIn } from "../../../domain/contact/all-words.ts";
import { type ContactValues, listContactFields, toContactRow } from "../../../domain/contact/contact-fields.ts";
import type { MessageFile } from "../../../domain/contact/message-file.ts";
import { createMessageToken } from "../../../domain/contact/message-token.ts";
import { QUARANTINE_SCORE, scoreSpam } from "../../../domain/contact/spam-score.ts";
import type { Database } from "../../../domain/database.ts";
import { addressBlockOf, type LimitedNetwork, networksOf } from "../../../domain/network.ts";
import type { Signatures } from "../../../domain/signatures.ts";
import { chooseWords, prefixIn, type SiteLanguages } from "../../../domain/words.ts";
import type { ContactRequest } from "./contact-request.ts";
import type { ProofOfWork } from "./form-token.ts";
import { words as de } from "./messages/de.ts";
import { words as en } from "./messages/en.ts";

/** The argument of the database function submit_contact_message. */
type SubmittedMessage = ReturnType<typeof toContactRow> & {
  readonly id: string;
  readonly reference: string;
  /** Of the page with the form; empty if unknown. */
  readonly language: string;
  readonly status: "inbox" | "quarantine";
  readonly spam_score: number;
  readonly spam_reasons: readonly string[];
  readonly bits: number;
  readonly puzzle: string | null;
  readonly networks: readonly LimitedNetwork[];
  readonly block: string | null;
  readonly idempotency_key: string | null;
};

// A repeated idempotency key returns the first message's reference. `wait_seconds` is returned when a network exceeds
// its limit or when quarantine is full.
type Submitted =
  | { readonly reference: string }
  | { readonly wait_seconds: number }
  | { readonly wait_seconds: number; readonly is_full: true };

export type StoreOptions = {
  readonly service: SupabaseClient<Database>;
  /** Read for each message. */
  readonly sender: () => Sender;
  readonly count?: CountMessage | undefined;
  /** Stores an application by submit_application; Supabase takes none. */
  readonly storeApplication?: StoreApplication | undefined;
};

/** Its rpc could not carry a file. */
export type StoreApplication = (
  message: SubmittedMessage,
  mails: readonly ContactMail[],
  file: MessageFile,
) => Promise<unknown>;

/** A message beyond a limit is refused; a repeated one is not counted again. */
export type CountMessage = (outcome: "stored" | "refused") => void;

/** Stores messages by submit_contact_message, which stores a message and its mails in one transaction. */
export function createStoreMessage(options: StoreOptions, signatures: Signatures) {
  const { service, sender: readSender, count, storeApplication } = options;
  // Networks are stored as HMACs, so that nobody can find addresses in the table of limits by trying all of them.
  const sign = (network: string) => signatures.sign("network", network);

  return async (
    { contact, language, file, honeypot, key }: ContactRequest,
    proof: ProofOfWork,
    address: string,
  ): Promise<Submitted> => {
    const { score, reasons } = scoreSpam(contact, { honeypot, ageMs: proof.ageMs });
    const sender = readSender();
    const id = crypto.randomUUID();
    const reference = createReference();
    const [site, token] = [sender.siteUrl + prefixIn(sender, language), await createMessageToken(id, signatures)];
    const link = `${site}/messages/${token}`;
    const message: SubmittedMessage = {
      ...toContactRow(contact),
      id,
      reference,
      language,
      status: score >= QUARANTINE_SCORE ? "quarantine" : "inbox",
      spam_score: score,
      spam_reasons: reasons,
      bits: proof.bits,
      puzzle: proof.id ?? null,
      networks: await Promise.all(
        networksOf(address).map(async ({ name, factor }) => ({ name: await sign(name), factor })),
      ),
      block: address ? await sign(addressBlockOf(address)) : null,
      idempotency_key: key ?? null,
    };
    const mails = [
      notificationMail(contact, { ...sender, reference }),
      receiptMail(contact, { ...sender, language: language || sender.language, reference, link }),
    ];
    const stored = file ? await storeApplication?.(message, mails, file) : await storeByRpc();
    const submitted = stored as Submitted & { readonly repeated?: boolean };
    if (!submitted.repeated) count?.("reference" in submitted ? "stored" : "refused");
    return submitted;

    async function storeByRpc() {
      const { data, error } = await service.rpc("submit_contact_message", { message, mails });
      if (error) throw new Error("Storing a message failed", { cause: error });
      return data;
    }
  };
}

/** Crockford's Base32 alphabet, which avoids characters that are easily confused. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LENGTH = 10;

function createReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(REFERENCE_LENGTH));
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** A mail in the format that submit_contact_message stores in the outbox. */
export type ContactMail = {
  readonly kind: "contact-notification" | "contact-receipt";
  readonly to: string;
  readonly message_id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to?: string;
};

/** The agency is written to in the first language of the site. */
type Sender = SiteLanguages & {
  readonly siteName: string;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** The agency's own mail address. */
  readonly contactTo: string;
};

export const functionWords = (language: string) => chooseWords({ en, de }, language);

/** Tells the agency about a message; Reply-To is the visitor. */
function notificationMail(
  contact: ContactValues,
  { reference, contactTo, language }: Sender & { reference: string },
): ContactMail {
  const words = functionWords(language);
  const details = [
    ...listContactFields(contact, ["message"], contactWordsIn(language)),
    [words.notification.reference, reference],
  ];
  const paragraphs = [details.map(([label, value]) => `${label}: ${value}`).join("\n"), contact.message];
  return {
    kind: "contact-notification",
    to: contactTo,
    reply_to: contact.email,
    message_id: messageId(contactTo),
    subject: words.notification.subject(contact.service, contact.name, reference),
    ...composeMail(paragraphs, words.language),
  };
}

/** Confirms a message to its sender. It repeats none of their text, so that the form cannot be used to send spam to others. */
function receiptMail(
  { email }: ContactValues,
  { siteName, contactTo, language, reference, link }: Sender & { reference: string; link: string },
): ContactMail {
  const words = functionWords(language);
  const { receipt } = words;
  return {
    kind: "contact-receipt",
    to: email,
    reply_to: contactTo,
    message_id: messageId(contactTo),
    subject: receipt.subject(reference),
    ...composeMail([receipt.arrived(siteName), receipt.link(reference), { link }, receipt.ignore], words.language),
  };
}

/** Created when the mail is stored, so that a mail server recognises a second delivery. */
function messageId(contactTo: string): string {
  return `<${crypto.randomUUID()}@${contactTo.slice(contactTo.lastIndexOf("@") + 1)}>`;
}
