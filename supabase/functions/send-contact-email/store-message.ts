import type { ContactFields } from "../../../domain/contact/contact.ts";
import { createMessageToken } from "../../../domain/contact/message-token.ts";
import { findSpamReasons, QUARANTINE_SCORE } from "../../../domain/contact/spam-score.ts";
import { addressBlockOf, type LimitedNetwork, networksOf } from "../../../domain/network.ts";
import type { Signatures } from "../../../domain/signatures.ts";
import { type ContactMail, notificationMail, receiptMail, type Sender } from "./contact-mails.ts";
import type { ContactRequest } from "./contact-request.ts";
import type { Proof } from "./form-token.ts";

/** A message as the database function submit_contact_message takes it. */
type SubmittedMessage = ContactFields & {
  readonly id: string;
  readonly reference: string;
  readonly status: "inbox" | "quarantine";
  readonly spam_score: number;
  readonly spam_reasons: readonly string[];
  readonly bits: number;
  readonly puzzle: string | null;
  readonly networks: readonly LimitedNetwork[];
  readonly block: string | null;
  readonly idempotency_key: string | null;
};

/**
 * A repeated key gives the first message's reference; where a network sent far too much, or quarantine is full, how
 * long the sender has to wait.
 */
export type Submitted =
  | { readonly reference: string }
  | { readonly wait_seconds: number }
  | { readonly wait_seconds: number; readonly is_full: true };

/** Calls submit_contact_message: the message and its mails are stored together or not at all. */
export type Submit = (message: SubmittedMessage, mails: readonly ContactMail[]) => Promise<Submitted>;

type Parts = { readonly submit: Submit; readonly signatures: Signatures; readonly sender: Sender };

export function createStoreMessage({ submit, signatures, sender }: Parts) {
  // Signed, so that the table of limits is no list of addresses, not even for who tries them all.
  const sign = (network: string) => signatures.sign("network", network);

  return async ({ contact, honeypot, key }: ContactRequest, proof: Proof, address: string): Promise<Submitted> => {
    const { score, reasons } = findSpamReasons(contact, { honeypot, ageMs: proof.ageMs });
    const id = crypto.randomUUID();
    const reference = createReference();
    const link = `${sender.siteUrl}/messages/${await createMessageToken(id, signatures)}`;
    const message: SubmittedMessage = {
      ...contact,
      id,
      reference,
      status: score >= QUARANTINE_SCORE ? "quarantine" : "inbox",
      spam_score: score,
      spam_reasons: reasons,
      bits: proof.bits,
      puzzle: proof.puzzle ?? null,
      networks: await Promise.all(
        networksOf(address).map(async ({ name, factor }) => ({ name: await sign(name), factor })),
      ),
      block: address ? await sign(addressBlockOf(address)) : null,
      idempotency_key: key ?? null,
    };
    const mails = [
      notificationMail(contact, { ...sender, reference }),
      receiptMail(contact, { ...sender, reference, link }),
    ];
    return submit(message, mails);
  };
}

/** Crockford's letters and digits: none is taken for another when read out on the phone. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LETTERS = 10;

function createReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(REFERENCE_LETTERS));
  return Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
