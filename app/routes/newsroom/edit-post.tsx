import { lazy } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { writingPage } from "../../../content/pages/writing.ts";
import { posts } from "../../../content/posts.ts";
import { siteContext } from "../../../server/context.ts";
import { GateFallback, requireAccount, screenHandle } from "../../auth/gate.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/edit-post";

const loadScreen = () => import("../../newsroom/editor/edit-post.tsx");
const EditPost = lazy(loadScreen);

export const handle = screenHandle("Edit Blog Post", writingPage.noscript);

export const meta = noindexMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(siteContext);
  return {
    categories: content.categories.map(({ name }) => name),
    timeZone: content.contact.timeZone,
    sampleIds: posts.map(({ id }) => id),
  };
}

export async function clientLoader({ serverLoader, request, params }: Route.ClientLoaderArgs) {
  const { id } = await requireAccount(request, "admin");
  const [{ openScreen }, facts] = await Promise.all([loadScreen(), serverLoader()]);
  const draftId = new URL(request.url).searchParams.get("draft") ?? undefined;
  const editing = await openScreen(id, params.slug, { stockUrl: writingPage.stockUrl, draftId });
  return { editing, config: { ...writingPage, ...facts } };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;

/** Opening the draft again would replace the text that is being written. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && currentUrl.href !== nextUrl.href;
}

export default function EditPostRoute({ loaderData }: Route.ComponentProps) {
  return <EditPost key={loaderData.editing?.opened.draft.id} {...loaderData} />;
}
