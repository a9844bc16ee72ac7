import { lazy } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { writingPage } from "../../../content/pages/writing.ts";
import { posts } from "../../../content/posts.ts";
import { siteContext } from "../../../server/context.ts";
import { leaveFor, requireAccount } from "../../auth/gate.tsx";
import { editorChoices } from "../../newsroom/editor/editor-choices.ts";
import { newsroomHandle, ScreenFallback } from "../../newsroom/screens/screen-handle.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/edit-post";

const loadNew = () => import("../../newsroom/editor/new-post.tsx");
const loadExisting = () => import("../../newsroom/editor/edit-post.tsx");
const NewPost = lazy(loadNew);
const EditPost = lazy(loadExisting);

export const handle = newsroomHandle("editPost", "posts");

export const meta = noindexMeta;

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await editorChoices(context.get(siteContext))), sampleIds: posts.map(({ id }) => id) };
}

/** Opens "new", a post by its id, or by its address, which then leads to the id. */
export async function clientLoader({ serverLoader, request, params }: Route.ClientLoaderArgs) {
  const { id: account } = await requireAccount(request, "admin");
  const { searchParams, search } = new URL(request.url);
  const draftId = searchParams.get("draft") ?? undefined;
  if (params.id === "new") {
    const [{ openScreen }, choices] = await Promise.all([loadNew(), serverLoader()]);
    return { opened: await openScreen(account, draftId), config: { ...writingPage, ...choices, hasPanel: true } };
  }
  const [{ openScreen }, choices] = await Promise.all([loadExisting(), serverLoader()]);
  const editing = await openScreen(account, params.id, { stockUrl: writingPage.stockUrl, draftId });
  if (editing && String(editing.post.id) !== params.id)
    throw leaveFor(request, `/newsroom/posts/${editing.post.id}${search}`);
  return { editing, config: { ...writingPage, ...choices, hasPanel: true } };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ScreenFallback;

/** Opening the draft again would replace the text that is being written. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && currentUrl.href !== nextUrl.href;
}

export default function EditPostRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.opened) return <NewPost {...loaderData} key={loaderData.opened.draft.id} />;
  return <EditPost {...loaderData} key={loaderData.editing?.opened.draft.id} />;
}
