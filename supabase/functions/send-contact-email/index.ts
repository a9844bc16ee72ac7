import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { site } from "../../../content/site.ts";
import { type OwnForm, ownFormOf } from "../../../domain/contact/contact-fields.ts";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { publicLocales } from "../../../domain/content/languages.ts";
import type { Database } from "../../../domain/database.ts";
import { allowBrowsers, createSendContactEmail } from "./send-contact-email.ts";

/** The parts of Deno's API that this file uses. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): void;
};

const serviceKey = requireSetting("SUPABASE_SERVICE_ROLE_KEY");
const service = createClient<Database>(requireSetting("SUPABASE_URL"), serviceKey, { auth: { persistSession: false } });

const sender = {
  siteName: site.name,
  siteUrl: new URL(requireSetting("SITE_URL")).origin,
  contactTo: Deno.env.get("CONTACT_TO") ?? site.email,
  language: "en",
  locales: [""] as readonly string[],
};
const sendContactEmail = createSendContactEmail({
  service,
  serviceKey,
  sender: () => sender,
  form: readForm,
  clientAddress: ({ headers }) =>
    headers.get("cf-connecting-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "",
  report: (error) => console.error("send-contact-email failed", error),
});

const app = new Hono().use(allowBrowsers).route("/send-contact-email", sendContactEmail);
Deno.serve((request) => app.fetch(request));

/** The live form, and on the way the site's languages; the services of the specification count besides. */
async function readForm(): Promise<OwnForm | undefined> {
  const read = ["form", "services", "languages"];
  const live = service.from("entries").select("collection, data").in("collection", read).eq("locale", "");
  const { data, error } = await live.lte("live_from", new Date().toISOString()).eq("hidden", false);
  if (error) throw new Error("The form could not be read", { cause: error });
  const of = (name: string) => data.filter(({ collection }) => collection === name).map((row) => row.data);
  const [languages] = of("languages") as Partial<StoredContent["languages"]>[];
  const { first = "en", others = [] } = languages ?? {};
  Object.assign(sender, { language: first, locales: publicLocales({ languages: { first, others } }) });
  const services = of("services") as { title: string }[];
  const [form = { fields: [] }] = of("form") as Parameters<typeof ownFormOf>[0]["form"][];
  return ownFormOf({ services, form });
}

function requireSetting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`Set ${name} for this function: supabase secrets set ${name}=…`);
  return value;
}
