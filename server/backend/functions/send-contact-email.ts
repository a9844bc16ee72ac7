import { type Contact, type ContactMail, notificationMail, receiptMail } from "./contact-mails.ts";
import { readContact, readIdempotencyKey } from "./contact-request.ts";

export type SubmittedMessage = Contact & { readonly reference: string; readonly idempotency_key?: string };

type Parts = {
  /** Calls the database function submit_contact_message; a repeated key gives the first message's reference. */
  readonly submit: (message: SubmittedMessage, mails: readonly ContactMail[]) => Promise<{ reference: string }>;
  readonly contactTo: string;
};

/** Web standards only, so that the edge function on Supabase can be this very code with its own `submit`. */
export function createSendContactEmail({ submit, contactTo }: Parts): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
      return Response.json({ message: "Please send the message as application/json.", fields: {} }, { status: 415 });
    }
    const reading = readContact(await request.text());
    if ("refusal" in reading) return Response.json(reading.refusal, { status: 400 });
    const { contact } = reading;
    const idempotency = await readIdempotencyKey(request.headers.get("idempotency-key"), contact);
    if ("refusal" in idempotency) return Response.json(idempotency.refusal, { status: 400 });
    const sending = { reference: createReference(), contactTo };
    const message = {
      ...contact,
      reference: sending.reference,
      ...(idempotency.key !== undefined && { idempotency_key: idempotency.key }),
    };
    const mails = [notificationMail(contact, sending), receiptMail(contact, sending)];
    const { reference } = await submit(message, mails);
    return Response.json({ reference });
  };
}

/** Crockford's letters and digits: none is taken for another when read out on the phone. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LETTERS = 10;

function createReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(REFERENCE_LETTERS));
  return Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
