import { createHash } from "node:crypto";
import { FunctionsHttpError } from "@supabase/supabase-js";
import * as v from "valibot";
import { type ContactErrors, type ContactFields, SentContact } from "../../domain/contact/contact.ts";
import { VISITOR_ADDRESS_HEADER } from "../../supabase/functions/send-contact-email/visitor-address.ts";
import type { DatabaseClient } from "../backend/clients.ts";
import type { Log } from "../log.ts";

type SendOutcome =
  | { readonly sent: true; readonly reference: string }
  | { readonly sent: false; readonly status: number; readonly message: string; readonly fields: ContactErrors };

type SendContext = {
  /** The honeypot field. */
  readonly homepage: string;
  readonly visitorAddress: string;
};

export type SendMessage = (message: ContactFields, context: SendContext) => Promise<SendOutcome>;

const Refusal = v.object({
  message: v.optional(v.string(), "Please try again later."),
  fields: v.optional(v.record(v.string(), v.string()), {}),
});
/** Resubmitting the same form within this period stores one message. */
const DEDUPLICATION_PERIOD_MS = 600_000;

/** Sends a validated message to the send-contact-email function, here or at Supabase. */
export function createSendMessage(client: DatabaseClient, log: Log): SendMessage {
  return async (message, { homepage, visitorAddress }) => {
    const period = Math.floor(Date.now() / DEDUPLICATION_PERIOD_MS);
    const key = createHash("sha256")
      .update(JSON.stringify([period, message]))
      .digest("hex");
    const { data, error } = await client.functions.invoke("send-contact-email", {
      body: { ...message, homepage },
      headers: { "idempotency-key": key, [VISITOR_ADDRESS_HEADER]: visitorAddress },
    });
    if (!error) return { sent: true, ...v.parse(SentContact, data) };
    const status = error instanceof FunctionsHttpError ? error.context.status : undefined;
    // Any other status is no answer of the function: it is not deployed, or its gateway or key is wrong.
    if (!status || !REFUSAL_STATUSES.has(status)) return fail(log, error, status);
    log.warn("message refused", { error });
    const body: unknown = await error.context.json().catch(() => ({}));
    const refusal = v.safeParse(Refusal, body);
    return { sent: false, status, ...(refusal.success ? refusal.output : v.parse(Refusal, {})) };
  };
}

/** The statuses that send-contact-email itself sends. */
const REFUSAL_STATUSES = new Set([400, 413, 415, 429, 503]);

function fail(log: Log, error: unknown, status: number | undefined): SendOutcome {
  log.error("a message is lost: send-contact-email does not answer", { status, error });
  return { sent: false, status: 503, ...v.parse(Refusal, {}) };
}
