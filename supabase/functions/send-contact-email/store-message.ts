import type { ContactFields } from "../../../domain/contact/contact.ts";
import { createMessageToken } from "../../../domain/contact/message-token.ts";
import { scoreSpam, QUARANTINE_SCORE } from "../../../domain/contact/spam-score.ts";
import { addressBlockOf, type LimitedNetwork, networksOf } from "../../../domain/network.ts";
import type { Signatures } from "../../../domain/signatures.ts";
import { type ContactMail, notificationMail, receiptMail, type Sender } from "./contact-mails.ts";
import type { ContactRequest } from "./contact-request.ts";
import type { ProofOfWork } from "./form-token.ts";

/** The argument of the database function submit_contact_message. */
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
 * A repeated idempotency key returns the first message's reference. `wait_seconds` is returned when a network exceeds
 * its limit or when quarantine is full.
 */
export type Submitted =
  | { readonly reference: string }
  | { readonly wait_seconds: number }
  | { readonly wait_seconds: number; readonly is_full: true };

/** Calls submit_contact_message, which stores the message and its mails in one transaction. */
export type Submit = (message: SubmittedMessage, mails: readonly ContactMail[]) => Promise<Submitted>;

type Options = { readonly submit: Submit; readonly signatures: Signatures; readonly sender: () => Sender };

export function createStoreMessage({ submit, signatures, sender: readSender }: Options) {
  // Networks are stored as HMACs, so that nobody can find addresses in the table of limits by trying all of them.
  const sign = (network: string) => signatures.sign("network", network);

  return async (
    { contact, honeypot, key }: ContactRequest,
    proof: ProofOfWork,
    address: string,
  ): Promise<Submitted> => {
    const { score, reasons } = scoreSpam(contact, { honeypot, ageMs: proof.ageMs });
    const sender = readSender();
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
      puzzle: proof.id ?? null,
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

/** Crockford's Base32 alphabet, which avoids characters that are easily confused. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LENGTH = 10;

function createReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(REFERENCE_LENGTH));
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
