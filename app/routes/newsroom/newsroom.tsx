import { Suspense } from "react";
import { Outlet } from "react-router";
import type { PageHandle } from "../../../domain/content/page-facts.ts";
import { siteContext } from "../../../server/context.ts";
import { requireAdmin, useAdmission } from "../../auth/gate.tsx";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { loadRows } from "../../data/load.tsx";
import { wordsOfDocument } from "../../data/words.ts";
import type { MessageView } from "../../newsroom/inbox/message-rows.ts";
import { readCounts } from "../../newsroom/list/list-query.ts";
import { PaletteHost } from "../../newsroom/palette/palette-host.tsx";
import { ScreenError, ScreenFallback, titlesOf } from "../../newsroom/screens/screen-handle.tsx";
import { Shell } from "../../newsroom/shell/shell.tsx";
import { loadTimeZone } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { newsroomWords } from "../../newsroom/words.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import type { Route } from "./+types/newsroom";

export const handle = { shows: "content", hasOwnShell: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { timeZone: context.get(siteContext).content.contact.timeZone };
}

/** As admin.tsx, for the screens with the newsroom's shell. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [account] = await Promise.all([requireAdmin(request), loadTimeZone(serverLoader, request)]);
  const titles = titlesOf(await wordsOfDocument(newsroomWords));
  return { account, ...titles, unread: account.canMessages ? loadUnread() : undefined };
}
clientLoader.hydrate = true as const;

const loadUnread = () => loadRows(async (supabase) => (await readCounts<MessageView>(supabase, "messages")).inbox);

/** Messages may have come or been read before another screen is opened. */
export function shouldRevalidate() {
  return true;
}

export function HydrateFallback() {
  return (
    <Shell>
      <ScreenFallback />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ScreenError />
    </Shell>
  );
}

export default function Newsroom({ loaderData: { account, unread } }: Route.ComponentProps) {
  useAdmission(account);
  useNewsroomChanges(["contact_messages"]);
  // A new token makes the browser read its own switches again, and the server the topics that it may hear.
  useNewsroomChanges(["admin_limits"], () => void loadSupabase().then(({ auth }) => auth.refreshSession()), true);
  return (
    <Shell unread={unread}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <PaletteHost account={account} loadShipped={loadShipped} />
    </Shell>
  );
}

const loadShipped = async () => (await import("../../../content/shipped.ts")).shipped;
