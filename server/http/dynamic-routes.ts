import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { CLIENT_ADDRESS_HEADER, isSameSecret, type Log, loggedPath, RETRY_AFTER_S } from "../../backend/index.ts";
import { MAX_FORM_BYTES as MAX_APPLICATION_BYTES } from "../../domain/contact/message-file.ts";
import { createUploadLimit } from "../../domain/contact/upload-limit.ts";
import type { Metrics } from "../metrics.ts";
import { DENY_ALL_POLICY } from "../pages/html/security-headers.ts";
import type { PageServer } from "../pages/page-server.ts";
import type { InvitePerson } from "../people/invite-person.ts";
import type { FetchForAdmin } from "../pictures/fetch-picture.ts";
import { type FindPreview, PREVIEW_HEADERS } from "../previews/find-preview.ts";
import type { Readiness } from "../readiness.ts";
import type { ShareCard } from "../seo/cards/share-cards.ts";
import type { Version } from "../version.ts";
import type { Answer } from "../words.ts";

type DynamicRoutesOptions = {
  readonly pages: Pick<PageServer, "headers" | "serveUncached" | "wordsOf">;
  readonly siteUrl: string | undefined;
  /** Supabase's address; undefined if this site is its own backend. */
  readonly backendUrl: string | undefined;
  readonly readReadiness: () => Promise<Readiness>;
  readonly version: Version;
  readonly metrics: Pick<Metrics, "render">;
  /** If unset, /metrics is a 404. */
  readonly metricsToken: string | undefined;
  readonly invitePerson: InvitePerson;
  readonly fetchForAdmin: FetchForAdmin;
  readonly findPreview: FindPreview;
  readonly findShareCard: (address: string, origin: string) => Promise<ShareCard>;
  readonly log: Log;
};

const MAX_FORM_BYTES = 64 * 1024;
/** The page of a job, in any language. */
const APPLICATION = /^(?:\/[a-z]{2,3}(?:-[a-z\d]+)*)?\/careers\/./;
const MAX_LOGGED_ORIGIN = 200;

/** Routes whose responses are not cached by the page cache. */
export function createDynamicRoutes(options: DynamicRoutesOptions): Hono {
  const { pages, siteUrl, backendUrl, readReadiness, version, metrics, metricsToken } = options;
  const { invitePerson, fetchForAdmin, findPreview, findShareCard, log } = options;
  const common = { ...pages.headers, "content-security-policy": DENY_ALL_POLICY };
  const uncached = { ...common, "cache-control": "no-store" };
  const immutable = { ...common, "cache-control": "public, max-age=31536000, immutable" };
  const originOf = (c: Context) => siteUrl ?? new URL(c.req.url).origin;
  const answer = (c: Context, status: 400 | 404 | 413 | 500 | 503, sentence: Answer) =>
    c.text(pages.wordsOf(sentence, c.req.path), status, uncached);

  const dynamic = new Hono()
    .use(async (c, next) => {
      await next();
      if (c.res.status === 503 && !c.res.headers.has("retry-after")) c.header("retry-after", String(RETRY_AFTER_S));
    })
    .get("/healthz", (c) => c.json({ healthy: true, ...version }, 200, uncached))
    .get("/readyz", async (c) => {
      const readiness = await readReadiness();
      return c.json(readiness, readiness.ready ? 200 : 503, uncached);
    })
    .get("/metrics", async (c) => {
      const given = c.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
      if (!metricsToken || !isSameSecret(given, metricsToken)) return pages.serveUncached(c.req.raw);
      const headers = { ...uncached, "content-type": "text/plain; version=0.0.4; charset=utf-8" };
      return c.body(await metrics.render(await readReadiness()), 200, headers);
    })
    .get("/share/*", async (c) => {
      const card = await findShareCard(c.req.path, originOf(c));
      if (card.outcome === "missing") return answer(c, 404, "noCard");
      if (card.outcome === "unavailable") return answer(c, 503, "cardLater");
      const headers = { ...(card.isComplete ? immutable : uncached), "content-type": "image/jpeg" };
      return c.body(new Uint8Array(card.body), 200, headers);
    })
    .get("/preview/:token", async (c) => {
      const preview = await findPreview(c.req.param("token"), backendUrl ?? originOf(c));
      if (preview === "unreachable") return answer(c, 503, "previewLater");
      // Without one it is a 404: the same for a wrong, old or revoked token, whose address must not be passed on either.
      const response = await pages.serveUncached(c.req.raw, preview);
      for (const [name, value] of Object.entries(PREVIEW_HEADERS)) response.headers.set(name, value);
      return response;
    })
    .post("*", createFormLimit(answer))
    .post("/newsroom/invite", async (c) => {
      const authorization = c.req.header("authorization");
      const { status, body } = await invitePerson({ authorization, body: await c.req.text(), siteUrl: originOf(c) });
      return c.json(body, status, uncached);
    })
    .post("/newsroom/fetch-picture", async (c) => {
      const authorization = c.req.header("authorization");
      const found = await fetchForAdmin({ authorization, body: await c.req.text() });
      if ("message" in found) return c.json({ error: { message: found.message } }, found.status, uncached);
      return c.body(new Uint8Array(found.bytes), 200, { ...uncached, "content-type": found.type });
    })
    .post("*", async (c, next) => {
      const origin = c.req.header("origin");
      if (origin === undefined || origin === originOf(c)) return next();
      log.info("foreign post refused", { path: loggedPath(c.req.path), origin: origin.slice(0, MAX_LOGGED_ORIGIN) });
      return answer(c, 400, "foreignForm");
    })
    .on(["GET", "POST"], "*", (c) => pages.serveUncached(c.req.raw));
  dynamic.onError((error, c) => {
    log.error("failed", { error });
    return answer(c, 500, "failed");
  });
  return dynamic;
}

/** Goes before a form is read. */
function createFormLimit(answer: (c: Context, status: 413 | 503, sentence: Answer) => Response): MiddlewareHandler {
  const limitForm = bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (c) => answer(c, 413, "formTooLarge") });
  const limitApplication = bodyLimit({
    maxSize: MAX_APPLICATION_BYTES,
    onError: (c) => answer(c, 413, "applicationTooLarge"),
  });
  const limitUploads = createUploadLimit();
  return async (c, next) => {
    if (!APPLICATION.test(c.req.path)) return limitForm(c, next);
    const address = c.req.header(CLIENT_ADDRESS_HEADER) ?? "";
    const received = await limitUploads(address, () => limitApplication(c, next));
    return received === "full" ? answer(c, 503, "manyApplications") : received;
  };
}
