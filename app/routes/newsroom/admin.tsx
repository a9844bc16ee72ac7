import { Suspense } from "react";
import { Outlet } from "react-router";
import type { PageHandle } from "../../../domain/content/page-facts.ts";
import { siteContext } from "../../../server/context.ts";
import { GateError, GateFallback, requireAdmin, useAdmission } from "../../auth/gate.tsx";
import { PaletteHost } from "../../newsroom/palette/palette-host.tsx";
import { EditorShell } from "../../newsroom/shell/shell.tsx";
import { loadTimeZone } from "../../newsroom/shell/times.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import type { Route } from "./+types/admin";

const MAX_SUGGESTED_TAGS = 200;

export const handle = { shows: "posts" } satisfies PageHandle;

/** The profiles that a post can be signed with, and the tags that other posts have. */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, posts } = context.get(siteContext);
  const tags = await posts.tags();
  return {
    authors: content.authors.map(({ id, name, bio }) => ({ id, name, bio })),
    tags: tags.slice(0, MAX_SUGGESTED_TAGS).map(({ label }) => label),
    timeZone: content.contact.timeZone,
  };
}

/** The layout of all screens for admins: each is loaded only for an admin, and left when the role is lost. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  // The editor also opens without a connection, then without profiles and suggestions.
  const read = serverLoader();
  const choices = read.catch(() => ({ authors: [], tags: [] }));
  const [account] = await Promise.all([requireAdmin(request), loadTimeZone(() => read, request)]);
  return { account, ...(await choices) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;
export const ErrorBoundary = GateError;

export default function Admin({ loaderData: { account } }: Route.ComponentProps) {
  useAdmission(account);
  return (
    <EditorShell>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <PaletteHost account={account} loadShipped={loadShipped} />
    </EditorShell>
  );
}

const loadShipped = async () => (await import("../../../content/shipped.ts")).shipped;
