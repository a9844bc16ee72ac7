import { lazy } from "react";
import { requireAccount } from "../auth/gate.tsx";
import { loadRows } from "../auth/load.tsx";
import { countPosts, listPage, readQuery } from "../newsroom/posts/list-posts.ts";
import { noindexMeta } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/posts";

const PostList = lazy(() => import("../newsroom/posts/post-list.tsx"));

export const handle = {
  hydrate: "account",
  title: "Posts",
  noscript: "Editing posts needs JavaScript and an account.",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Posts");

const loadPosts = async () => (await import("../../content/posts.ts")).posts;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  const query = readQuery(new URL(request.url).searchParams);
  const source = async () => ({ shipped: await loadPosts(), account: owner });
  return {
    owner,
    query,
    found: loadRows(async (supabase) => ({ ...(await listPage(supabase, query, await source())), query })),
    counts: loadRows(async (supabase) => countPosts(supabase, await source())),
  };
}
clientLoader.hydrate = true as const;

export default function PostsRoute({ loaderData }: Route.ComponentProps) {
  return <PostList {...loaderData} />;
}
