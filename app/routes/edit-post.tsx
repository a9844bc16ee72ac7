import { lazy, Suspense } from "react";
import { writingPage } from "../../content/pages/writing.ts";
import { site } from "../../content/site.ts";
import { AuthGate } from "../auth/auth-gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import type { Route } from "./+types/edit-post";

const EditPost = lazy(() => import("../newsroom/editor/edit-post.tsx"));

export const handle = { hydrate: "account" };

export const meta: Route.MetaFunction = () => [
  { title: `Edit Blog Post | ${site.name}` },
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
