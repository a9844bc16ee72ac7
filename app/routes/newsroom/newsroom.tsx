import { Suspense } from "react";
import { Outlet } from "react-router";
import { siteContext } from "../../../server/context.ts";
import { GateError, GateFallback, requireAdmin, useAdmission } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { countMessages } from "../../newsroom/messages/message-list-query.ts";
import { Shell } from "../../newsroom/shell/shell.tsx";
import { loadTimeZone } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import type { Route } from "./+types/newsroom";

export const handle = { hasOwnShell: true };

export function loader({ context }: Route.LoaderArgs) {
  return { timeZone: context.get(siteContext).content.contact.timeZone };
}

/** As admin.tsx, for the screens with the newsroom's shell. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [account] = await Promise.all([requireAdmin(request), loadTimeZone(serverLoader, request)]);
  return { account, unread: loadRows((supabase) => countMessages(supabase, "inbox")) };
}
clientLoader.hydrate = true as const;

/** Messages may have come or been read before another screen is opened. */
export function shouldRevalidate() {
  return true;
}

export function HydrateFallback() {
  return (
    <Shell>
      <GateFallback />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <GateError />
    </Shell>
  );
}

export default function Newsroom({ loaderData: { account, unread } }: Route.ComponentProps) {
  useAdmission(account);
  useNewsroomChanges(["contact_messages"]);
  return (
    <Shell unread={unread}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}
