import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { siteContext } from "../server/context.ts";

/** Loaders have finished by then; only their serialized data remains to be streamed. */
export const streamTimeout = 5_000;

/** Renders the complete page before sending it, because it is cached and must work without scripts. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  context.get(siteContext).page.meta = metaOf(routerContext);
  let failure: unknown;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // Otherwise React outlines large parts and moves them into place with a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure ??= error;
    },
  });
  await stream.allReady;
  if (failure) throw new Error("Rendering failed", { cause: failure });
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}

/** The meta of the page's own route; error pages need none, and their route may have no data. */
function metaOf({ staticHandlerContext, routeModules }: EntryContext) {
  const { matches, loaderData, location, errors } = staticHandlerContext;
  const leaf = errors ? undefined : matches.at(-1);
  if (!leaf) return undefined;
  const { route, params, pathname } = leaf;
  const own = { id: route.id, loaderData: loaderData[route.id], handle: route.handle, pathname, params, meta: [] };
  return routeModules[route.id]?.meta?.({ ...own, location, matches: [own], error: undefined });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error);
};
