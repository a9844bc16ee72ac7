import { lazy, Suspense } from "react";
import { writingPage } from "../../content/pages/writing.ts";
import { AuthGate } from "../auth/auth-gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/new-post";

/** Lazy, so that prefetching the route does not load the editor. */
const NewPost = lazy(() => import("../newsroom/editor/new-post.tsx"));

export const handle = { hydrate: "account" };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Add Blog Post") },
  { name: "robots", content: "noindex" },
];

export default function NewPostRoute() {
  return (
    <AuthGate adminOnly title="Add Blog Post" noscript={writingPage.noscript}>
      {(account) => (
        <Suspense fallback={<Loading />}>
          <NewPost account={account} config={writingPage} />
        </Suspense>
      )}
    </AuthGate>
  );
}
