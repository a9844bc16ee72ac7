import { Hono } from "hono";
import {
  allowBrowsers,
  createSendContactEmail,
} from "../../../supabase/functions/send-contact-email/send-contact-email.ts";
import type { Submit, Submitted } from "../../../supabase/functions/send-contact-email/store-message.ts";
import { shippedFacts, type SiteFacts } from "../../content/site-facts.ts";
import type { Database } from "../../db/database.ts";
import type { Log } from "../../log.ts";
import { RETRY_AFTER } from "../../retry-after.ts";
import { AuthFailure, type Authenticate } from "../authenticate.ts";

type FunctionsOptions = {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly serviceRoleKey: string;
  readonly log: Log;
  readonly siteUrl: string;
  /** CONTACT_TO; without it the stored address. */
  readonly contactTo: string | undefined;
  readonly siteFacts?: (() => SiteFacts) | undefined;
  readonly clientAddress: (request: Request) => string;
  readonly countMessage?: CountMessage | undefined;
};

/** A message beyond a limit is refused; a repeated one is not counted again. */
export type CountMessage = (outcome: "stored" | "refused") => void;

/** functions/v1: serves the edge functions that supabase-js calls with functions.invoke. */
export function createFunctions(options: FunctionsOptions): Hono {
  const { database, authenticate, serviceRoleKey, log, siteUrl, contactTo, clientAddress } = options;
  const { siteFacts = shippedFacts, countMessage = () => {} } = options;
  const report = (error: unknown) => log.error("A function failed", { error });
  const sendContactEmail = createSendContactEmail({
    submit: createSubmit(database, countMessage),
    serviceKey: serviceRoleKey,
    sender: () => ({ siteName: siteFacts().name, siteUrl, contactTo: contactTo ?? siteFacts().email }),
    addressOf: clientAddress,
    report,
  });

  const app = new Hono();
  app.use(allowBrowsers);
  app.use(async (c, next) => {
    const failure = await findKeyFailure(authenticate, c.req.raw);
    if (failure) return failure.toResponse();
    await next();
  });
  app.route("/send-contact-email", sendContactEmail);
  app.all("*", (c) => c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404));
  app.onError((error, c) => {
    report(error);
    return c.json({ message: "Please try again later." }, 503, RETRY_AFTER);
  });
  return app;
}

/** Requires a valid API key but no valid session: a user whose session has ended can still send a message. */
async function findKeyFailure(authenticate: Authenticate, request: Request): Promise<AuthFailure | undefined> {
  const claims = await authenticate(request);
  if (!(claims instanceof AuthFailure)) return undefined;
  const apikey = request.headers.get("apikey");
  if (apikey === null) return claims;
  const keyResult = await authenticate(new Request(request.url, { headers: { apikey } }));
  return keyResult instanceof AuthFailure ? keyResult : undefined;
}

function createSubmit(database: Database, count: CountMessage): Submit {
  return async (message, mails) => {
    const submitted = await database.asCaller({ role: "service_role" }, async (sql) => {
      const [row] = await sql<{ stored: Submitted & { readonly repeated?: boolean } }[]>`
        select public.submit_contact_message(${sql.json(message)}, ${sql.json([...mails])}) as stored`;
      if (!row) throw new Error("submit_contact_message returned nothing");
      return row.stored;
    });
    if (!submitted.repeated) count("reference" in submitted ? "stored" : "refused");
    return submitted;
  };
}
