import { lazy } from "react";
import { siteContext } from "../../../server/context.ts";
import { GateFallback, requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { countPosts, listPage, readQuery } from "../../newsroom/posts/list-posts.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/posts";

const PostList = lazy(() => import("../../newsroom/posts/post-list.tsx"));

export const handle = {
  hydrate: "account",
  title: "Posts",
  noscript: "Editing posts needs JavaScript and an account.",
  shows: "posts",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Posts");

/** A script would still contain the texts of deleted posts. */
export async function loader({ context }: Route.LoaderArgs) {
  return { shipped: await context.get(siteContext).posts.shipped() };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  const query = readQuery(new URL(request.url).searchParams);
  // The stored posts are listed without it, too.
  const { shipped } = await serverLoader().catch(() => ({ shipped: [] }));
  const source = { shipped, account: owner };
  return {
    owner,
    query,
    shipped,
    found: loadRows(async (supabase) => ({ ...(await listPage(supabase, query, source)), query })),
    counts: loadRows((supabase) => countPosts(supabase, source)),
  };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;

export default function PostsRoute({ loaderData }: Route.ComponentProps) {
  return <PostList {...loaderData} />;
}
