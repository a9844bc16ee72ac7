import { lazy } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { writingPage } from "../../../content/pages/writing.ts";
import { siteContext } from "../../../server/context.ts";
import { GateFallback, requireAccount } from "../../auth/gate.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/edit-post";

const loadScreen = () => import("../../newsroom/editor/edit-post.tsx");
const EditPost = lazy(loadScreen);

export const handle = {
  hydrate: "account",
  title: "Edit Blog Post",
  noscript: writingPage.noscript,
  shows: "posts",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Edit Blog Post");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { content, posts } = context.get(siteContext);
  const shipped = await posts.shipped();
  return {
    categories: content.categories.map(({ name }) => name),
    timeZone: content.contact.timeZone,
    shipped: shipped.find(({ slug }) => slug === params.slug),
  };
}

export async function clientLoader({ serverLoader, request, params }: Route.ClientLoaderArgs) {
  const { id } = await requireAccount(request, "admin");
  const [{ openScreen }, { shipped, ...facts }] = await Promise.all([loadScreen(), serverLoader()]);
  const draftId = new URL(request.url).searchParams.get("draft") ?? undefined;
  const editing = await openScreen(id, params.slug, { stockUrl: writingPage.stockUrl, draftId, shipped });
  return { editing, config: { ...writingPage, ...facts } };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;

/** Opening the draft again would replace the text that is being written. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && currentUrl.href !== nextUrl.href;
}

export default function EditPostRoute({ loaderData }: Route.ComponentProps) {
  return <EditPost key={loaderData.editing?.opened.draftKey.id} {...loaderData} />;
}
