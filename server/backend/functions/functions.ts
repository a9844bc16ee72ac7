import { Hono } from "hono";
import { site } from "../../../content/site.ts";
import { bodyLimit } from "../../body-limit.ts";
import type { Database } from "../../db/database.ts";
import type { Log } from "../../log.ts";
import { AuthFailure, type Authenticate } from "../authenticate.ts";
import { openToAllOrigins } from "../cross-origin.ts";
import type { ContactMail } from "./contact-mails.ts";
import { createSendContactEmail, type SubmittedMessage } from "./send-contact-email.ts";

type FunctionsOptions = {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** Where the agency reads its messages. */
  readonly contactTo?: string;
};

/** The longest message, every character escaped, and the other fields. */
const LARGEST_BODY_BYTES = 64 * 1024;

/** functions/v1: what Supabase's edge functions answer to functions.invoke. */
export function createFunctions({ database, authenticate, log, contactTo = site.email }: FunctionsOptions): Hono {
  const submit = createSubmit(database);
  const sendContactEmail = createSendContactEmail({ submit, contactTo });

  const app = new Hono();
  app.use(openToAllOrigins(["POST"]));
  app.use(async (c, next) => {
    const failure = await findKeyFailure(authenticate, c.req.raw);
    if (failure) return failure.toResponse();
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: (c) => c.json({ message: "This is more than a message may hold.", fields: {} }, 413),
    }),
  );
  app.post("/send-contact-email", (c) => sendContactEmail(c.req.raw));
  app.all("/send-contact-email", (c) => c.json({ message: "Method not allowed" }, 405, { allow: "POST, OPTIONS" }));
  app.all("*", (c) => c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404));
  app.onError((error, c) => {
    log.error("A function failed", { path: c.req.path, error });
    return c.json({ message: "Please try again later." }, 503, { "retry-after": "10" });
  });
  return app;
}

/**
 * A known key is asked for, a living session is not: somebody whose session has just ended must still be able to
 * send what they wrote.
 */
async function findKeyFailure(authenticate: Authenticate, { url, headers }: Request): Promise<AuthFailure | undefined> {
  const claims = await authenticate(new Request(url, { headers }));
  if (!(claims instanceof AuthFailure)) return undefined;
  const apikey = headers.get("apikey");
  if (apikey === null) return claims;
  const withKeyAlone = await authenticate(new Request(url, { headers: { apikey } }));
  return withKeyAlone instanceof AuthFailure ? withKeyAlone : undefined;
}

function createSubmit(database: Database) {
  return (message: SubmittedMessage, mails: readonly ContactMail[]): Promise<{ reference: string }> =>
    database.asCaller({ role: "service_role" }, async (sql) => {
      const [row] = await sql<{ stored: { reference: string } }[]>`
        select public.submit_contact_message(${sql.json(message)}, ${sql.json([...mails])}) as stored`;
      if (!row) throw new Error("submit_contact_message returned nothing");
      return row.stored;
    });
}
