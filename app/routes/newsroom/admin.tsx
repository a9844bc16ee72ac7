import { Suspense } from "react";
import { Outlet } from "react-router";
import type { PageHandle } from "../../../domain/content/page-facts.ts";
import { siteContext } from "../../../server/context.ts";
import { requireAdmin, useAdmission } from "../../auth/gate.tsx";
import { wordsOfDocument } from "../../data/words.ts";
import { ScreenError, ScreenFallback, titlesOf } from "../../newsroom/screens/screen-handle.tsx";
import { PlainShell } from "../../newsroom/shell/shell.tsx";
import { loadTimeZone } from "../../newsroom/shell/times.ts";
import { newsroomWords } from "../../newsroom/words.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import type { Route } from "./+types/admin";

export const handle = { shows: "content" } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { timeZone: context.get(siteContext).content.contact.timeZone };
}

/** The layout of a screen for admins between the site's header and footer: it is left when the role is lost. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [account] = await Promise.all([requireAdmin(request), loadTimeZone(serverLoader, request)]);
  return { account, ...titlesOf(await wordsOfDocument(newsroomWords)) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ScreenFallback;
export const ErrorBoundary = ScreenError;

export default function Admin({ loaderData: { account } }: Route.ComponentProps) {
  useAdmission(account);
  return (
    <PlainShell>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </PlainShell>
  );
}
