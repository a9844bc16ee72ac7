import { Suspense } from "react";
import { Outlet } from "react-router";
import { siteContext } from "../../../server/context.ts";
import { GateError, GateFallback, requireAdmin, useAdmission } from "../../auth/gate.tsx";
import { Loading } from "../../ui/layout/loading.tsx";
import type { Route } from "./+types/admin";

/** The profiles that a post can be signed with. */
export function loader({ context }: Route.LoaderArgs) {
  return { authors: context.get(siteContext).content.authors.map(({ id, name, bio }) => ({ id, name, bio })) };
}

/** The layout of all screens for admins: each is loaded only for an admin, and left when the role is lost. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  // The editor also opens without a connection, then without profiles.
  const profiles = serverLoader().catch(() => ({ authors: [] }));
  return { ...(await requireAdmin(request)), ...(await profiles) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;
export const ErrorBoundary = GateError;

export default function Admin({ loaderData }: Route.ComponentProps) {
  useAdmission(loaderData);
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  );
}
