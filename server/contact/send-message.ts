import { createHash } from "node:crypto";
import { FunctionsHttpError } from "@supabase/supabase-js";
import * as v from "valibot";
import type { ContactErrors, ContactFields } from "../../domain/contact/contact.ts";
import { VISITOR_ADDRESS_HEADER } from "../../supabase/functions/send-contact-email/visitor-address.ts";
import type { DatabaseClient } from "../backend/clients.ts";

type SendOutcome =
  | { readonly sent: true }
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
export function createSendMessage(client: DatabaseClient, report: (error: unknown) => void): SendMessage {
  return async (message, { homepage, visitorAddress }) => {
    const period = Math.floor(Date.now() / DEDUPLICATION_PERIOD_MS);
    const key = createHash("sha256")
      .update(JSON.stringify([period, message]))
      .digest("hex");
    const { error } = await client.functions.invoke("send-contact-email", {
      body: { ...message, homepage },
      headers: { "idempotency-key": key, [VISITOR_ADDRESS_HEADER]: visitorAddress },
    });
    if (!error) return { sent: true };
    report(error);
    const body: unknown = error instanceof FunctionsHttpError ? await error.context.json().catch(() => ({})) : {};
    const refusal = v.safeParse(Refusal, body);
    const status = error instanceof FunctionsHttpError ? error.context.status : 503;
    return { sent: false, status, ...(refusal.success ? refusal.output : v.parse(Refusal, {})) };
  };
}
