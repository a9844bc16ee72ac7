import { Hono } from "hono";
import { attachment, type Authenticate, type Database } from "../../backend/index.ts";
import type { StoreApplication } from "../../supabase/functions/send-contact-email/store-message.ts";

type AsCaller = Pick<Database, "asCaller">;

/** rest/v1 takes bodies of 1 MB, so an application is stored by a statement of this process. */
export const createStoreApplication =
  ({ asCaller }: AsCaller): StoreApplication =>
  async (message, mails, { name, bytes }) => {
    const [row] = await asCaller(
      { role: "service_role" },
      (sql) => sql<{ stored: unknown }[]>`
        select public.submit_application(${sql.json(message)}, ${sql.json(mails)}, ${name}, ${bytes}) as stored`,
    );
    return row?.stored;
  };

/** What strangers send is only ever saved: should a browser render it all the same, nothing in it runs or loads. */
const HEADERS = {
  "content-type": "application/octet-stream",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** functions/v1/message-file/{id}: a file of a message, for admins with the switch 'messages'. */
export function createMessageFiles({ asCaller }: AsCaller, authenticate: Authenticate): Hono {
  const app = new Hono();
  app.get("/:id", async (c) => {
    const claims = await authenticate(c.req.raw);
    const id = c.req.param("id");
    const [file] =
      claims.role === "authenticated" && ID.test(id)
        ? await asCaller(
            claims,
            (sql) => sql<{ name: string; bytes: Buffer }[]>`
              select name, bytes from public.message_files where id = ${id}`,
          )
        : [];
    // The same for a file that is missing and one that the caller may not read.
    if (!file) return c.json({ message: "There is no such file." }, 404, { "cache-control": "no-store" });
    return c.body(new Uint8Array(file.bytes), 200, { ...HEADERS, "content-disposition": attachment(file.name) });
  });
  return app;
}
