import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { siteContext } from "../server/context.ts";

/** Loaders have answered by now; what is left to stream is only their serialized data. */
export const streamTimeout = 5_000;

/** Renders the whole page before the first byte: it is cached whole, and complete without scripts. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failure: unknown;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // React would move large finished parts behind a script; without scripts they must stand in place.
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

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error);
};
