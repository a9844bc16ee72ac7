import { lazy, Suspense } from "react";
import { AuthGate } from "../auth/auth-gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/newsroom";

const PostList = lazy(() => import("../newsroom/posts/post-list.tsx"));

export const handle = { hydrate: "account" };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Newsroom") },
  { name: "robots", content: "noindex" },
];

export default function NewsroomRoute() {
  return (
    <AuthGate adminOnly title="Newsroom" noscript="The newsroom needs JavaScript and an account.">
      {() => (
        <Suspense fallback={<Loading />}>
          <PostList />
        </Suspense>
      )}
    </AuthGate>
  );
}
