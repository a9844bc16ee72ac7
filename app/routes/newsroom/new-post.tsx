import { lazy } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { writingPage } from "../../../content/pages/writing.ts";
import type { RouteFacts } from "../../../domain/content/page-facts.ts";
import { siteContext } from "../../../server/context.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { editorChoices } from "../../newsroom/editor/editor-choices.ts";
import { newsroomHandle, ScreenFallback } from "../../newsroom/screens/screen-handle.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/new-post";

/** Loaded by the loader, so that prefetching the route does not load the editor. */
const loadScreen = () => import("../../newsroom/editor/new-post.tsx");
const NewPost = lazy(loadScreen);

export const handle = newsroomHandle("newPost", "posts");

export const facts: RouteFacts = { page: { label: "Add Blog Post", sitemap: "writing", isIndexed: false } };

export const meta = noindexMeta;

export function loader({ context }: Route.LoaderArgs) {
  return editorChoices(context.get(siteContext));
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const { id } = await requireAccount(request, "admin");
  const [{ openScreen }, choices] = await Promise.all([loadScreen(), serverLoader()]);
  const opened = await openScreen(id, new URL(request.url).searchParams.get("draft") ?? undefined);
  return { opened, config: { ...writingPage, ...choices } };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ScreenFallback;

/** Opening the draft again would replace the text that is being written. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href !== nextUrl.href;
}

export default function NewPostRoute({ loaderData }: Route.ComponentProps) {
  return <NewPost {...loaderData} key={loaderData.opened.draft.id} />;
}
