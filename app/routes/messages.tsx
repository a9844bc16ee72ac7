import { lazy, Suspense } from "react";
import { AuthGate } from "../auth/auth-gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/messages";

const MessageList = lazy(() => import("../newsroom/messages/message-list.tsx"));

export const handle = { hydrate: "account" };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Messages") },
  { name: "robots", content: "noindex" },
];

export default function MessagesRoute() {
  return (
    <AuthGate adminOnly title="Messages" noscript="Reading messages needs JavaScript and an account.">
      {({ id }) => (
        <Suspense fallback={<Loading />}>
          <MessageList owner={id} />
        </Suspense>
      )}
    </AuthGate>
  );
}
