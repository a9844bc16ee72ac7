import { createHash } from "node:crypto";
import { FunctionsHttpError } from "@supabase/supabase-js";
import * as v from "valibot";
import { CLIENT_ADDRESS_HEADER, type Log } from "../../backend/index.ts";
import { contactWordsIn } from "../../domain/contact/all-words.ts";
import { contactFields, type ContactValues, ownFormOf, ownValues } from "../../domain/contact/contact-fields.ts";
import {
  checkContact,
  type ContactErrors,
  contactSource,
  RefusedContact,
  SentContact,
} from "../../domain/contact/contact.ts";
import { chosenFile, FILE, toFormData } from "../../domain/contact/message-file.ts";
import { readMessageToken } from "../../domain/contact/message-token.ts";
import type { Content } from "../../domain/content/collections.ts";
import type { Database } from "../../domain/database.ts";
import { createSignatures } from "../../domain/signatures.ts";
import { VISITOR_ADDRESS_HEADER } from "../../supabase/functions/send-contact-email/contact-request.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type SendOutcome =
  | { readonly sent: true; readonly reference: string }
  | {
      readonly sent: false;
      readonly status: number;
      readonly message?: string | undefined;
      readonly fields: ContactErrors;
    };

type SendContext = {
  /** The owner's own fields, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The honeypot field. */
  readonly homepage: string;
  /** Of the page with the form. */
  readonly language: string;
  readonly visitorAddress: string;
  /** Of an application. */
  readonly file: File | undefined;
};

type SendMessage = (message: ContactValues, context: SendContext) => Promise<SendOutcome>;

/** Resubmitting the same form within this period stores one message. */
const DEDUPLICATION_PERIOD_MS = 600_000;

/** Sends a validated message to the send-contact-email function, here or at Supabase. */
export function createSendMessage(client: SupabaseClient, log: Log): SendMessage {
  return async (message, { fields, homepage, language, visitorAddress, file }) => {
    const period = Math.floor(Date.now() / DEDUPLICATION_PERIOD_MS);
    const key = createHash("sha256")
      .update(JSON.stringify([period, message]))
      .digest("hex");
    const sent = { ...message, ...(Object.keys(fields).length > 0 && { fields }), homepage };
    const { data, error } = await client.functions.invoke("send-contact-email", {
      body: file ? toFormData(sent, file) : sent,
      headers: { "idempotency-key": key, "content-language": language, [VISITOR_ADDRESS_HEADER]: visitorAddress },
    });
    if (!error) return { sent: true, ...v.parse(SentContact, data) };
    const status = error instanceof FunctionsHttpError ? error.context.status : undefined;
    // Any other status is no answer of the function: it is not deployed, or its gateway or key is wrong.
    if (!status || !REFUSAL_STATUSES.has(status)) return fail(log, error, status);
    log.warn("message refused", { error });
    const body: unknown = await error.context.json().catch(() => ({}));
    return { sent: false, status, ...v.parse(RefusedContact, body) };
  };
}

/** The statuses that send-contact-email itself sends. */
const REFUSAL_STATUSES = new Set([400, 413, 415, 429, 503]);

function fail(log: Log, error: unknown, status: number | undefined): SendOutcome {
  log.error("a message is lost: send-contact-email does not answer", { status, error });
  return { sent: false, status: 503, ...v.parse(RefusedContact, {}) };
}

/** What a form that was posted without scripts led to. */
type PostedForm =
  | { readonly status: 200; readonly reference: string }
  | {
      readonly status: number;
      readonly values: Readonly<Record<string, string>>;
      readonly errors: ContactErrors;
      readonly failure?: string;
    };

type Receiver = { readonly content: Content; readonly origin: string };

/** Receives the contact form, or with a job's key an application; with the schema and the function as with scripts. */
export type ReceiveForm = (request: Request, job?: string) => Promise<PostedForm>;

export function createReceiveForm(sendMessage: SendMessage, { content, origin }: Receiver): ReceiveForm {
  const { language } = content;
  const words = contactWordsIn(language);
  return async (request, job) => {
    const own = ownFormOf(content);
    const form = await request.formData().catch(() => new FormData());
    const read = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const file = job ? chosenFile(form) : undefined;
    const values = Object.fromEntries(contactFields(own).map(({ name }) => [name, read(name)]));
    const fields = ownValues(values, own);
    const again = job && { [FILE]: file ? words.file.again : words.file.missing };
    const checked = checkContact({ ...values, fields, source: sourceOf(request, origin), job }, own, words);
    if ("errors" in checked) return { status: 400, values, errors: { ...checked.errors, ...again } };
    const visitorAddress = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "";
    const typed = { fields, homepage: read("homepage"), file };
    const outcome = await sendMessage(checked.values, { ...typed, language, visitorAddress });
    if (outcome.sent) return { status: 200, reference: outcome.reference };
    const { status, message, fields: errors } = outcome;
    return { status, values, failure: message ?? words.later, errors: { ...again, ...errors } };
  };
}

/** The page with the form, from the Referer header if it is of this site. */
function sourceOf({ headers, url }: Request, origin: string): string {
  const referrer = headers.get("referer") ?? "";
  return contactSource(referrer.startsWith(`${origin}/`) ? referrer : url);
}

type SentMessage = Database["public"]["Tables"]["contact_messages"]["Row"] & {
  /** Whether it was also mailed to the agency. */
  readonly mailed: boolean;
  readonly replies: Database["public"]["Functions"]["exchanged_replies"]["Returns"];
  /** Of the message itself. */
  readonly files: readonly { readonly name: string; readonly size: number }[];
};

export type SentMessages = {
  /** The message of a receipt's token; undefined if the token is invalid or the message was erased. */
  readonly find: (token: string) => Promise<SentMessage | undefined | "unreachable">;
  /** Erases the message, its replies and its mails. Returns whether it existed. */
  readonly erase: (token: string) => Promise<boolean | "unreachable">;
};

/** Statuses when the database or Supabase is unreachable. */
const UNREACHABLE_STATUSES = new Set([0, 503]);

/** Lets senders read and erase their own messages; the token is their only credential. */
export function createSentMessages(service: SupabaseClient, serviceKey: string): SentMessages {
  const signatures = createSignatures(serviceKey);
  return {
    async find(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return undefined;
      const message = await service.from("contact_messages").select().eq("id", id).maybeSingle();
      if (UNREACHABLE_STATUSES.has(message.status)) return "unreachable";
      if (message.error) throw new Error("Reading a sent message failed", { cause: message.error });
      if (!message.data) return undefined;
      const mails = await service
        .from("mail_outbox")
        .select("state")
        .match({ contact_message_id: id, kind: "contact-notification", state: "sent" });
      if (mails.error) throw new Error("Reading the mails of a message failed", { cause: mails.error });
      const replies = await service.rpc("exchanged_replies", { of_message: id }, { get: true });
      if (replies.error) throw new Error("Reading the replies to a message failed", { cause: replies.error });
      const files = await service.from("message_files").select("name, size").eq("message_id", id).is("reply_id", null);
      if (files.error) throw new Error("Reading the files of a message failed", { cause: files.error });
      return { ...message.data, files: files.data, mailed: mails.data.length > 0, replies: replies.data };
    },

    async erase(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return false;
      const { data, error, status } = await service.from("contact_messages").delete().eq("id", id).select("id");
      if (UNREACHABLE_STATUSES.has(status)) return "unreachable";
      if (error) throw new Error("Erasing a message failed", { cause: error });
      return data.length > 0;
    },
  };
}
