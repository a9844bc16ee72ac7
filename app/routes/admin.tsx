import { Suspense } from "react";
import { Outlet } from "react-router";
import { GateError, GateFallback, requireAdmin, useAdmission } from "../auth/gate.tsx";
import { Loading } from "../ui/layout/loading.tsx";
import type { Route } from "./+types/admin";

/** The layout of all screens for admins: each is loaded only for an admin, and left when the role is lost. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request);
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
