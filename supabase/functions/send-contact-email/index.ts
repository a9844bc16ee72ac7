import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { site } from "../../../content/site.ts";
import type { Database } from "../../../domain/database.ts";
import { allowBrowsers, createSendContactEmail } from "./send-contact-email.ts";
import type { Submit, Submitted } from "./store-message.ts";

/** The parts of Deno's API that this file uses. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): void;
};

const serviceKey = requireSetting("SUPABASE_SERVICE_ROLE_KEY");
const service = createClient<Database>(requireSetting("SUPABASE_URL"), serviceKey, { auth: { persistSession: false } });

const submit: Submit = async (message, mails) => {
  const { data, error } = await service.rpc("submit_contact_message", { message, mails });
  if (error) throw new Error("Storing a message failed", { cause: error });
  return data as Submitted;
};

const sender = {
  siteName: site.name,
  siteUrl: new URL(requireSetting("SITE_URL")).origin,
  contactTo: Deno.env.get("CONTACT_TO") ?? site.email,
};
const sendContactEmail = createSendContactEmail({
  submit,
  serviceKey,
  sender: () => sender,
  addressOf: ({ headers }) =>
    headers.get("cf-connecting-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "",
  report: (error) => console.error("send-contact-email failed", error),
});

const app = new Hono().use(allowBrowsers).route("/send-contact-email", sendContactEmail);
Deno.serve((request) => app.fetch(request));

function requireSetting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`Set ${name} for this function: supabase secrets set ${name}=…`);
  return value;
}
