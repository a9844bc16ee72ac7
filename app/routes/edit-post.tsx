import { lazy, Suspense } from "react";
import { writingPage } from "../../content/pages/writing.ts";
import { AuthGate } from "../auth/auth-gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/edit-post";

const EditPost = lazy(() => import("../newsroom/editor/edit-post.tsx"));

export const handle = { hydrate: "account" };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Edit Blog Post") },
  { name: "robots", content: "noindex" },
];

export default function EditPostRoute({ params }: Route.ComponentProps) {
  return (
    <AuthGate adminOnly title="Edit Blog Post" noscript={writingPage.noscript}>
      {(account) => (
        <Suspense fallback={<Loading />}>
          <EditPost account={account} config={writingPage} slug={params.slug} />
        </Suspense>
      )}
    </AuthGate>
  );
}
