import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { readOverview } from "../../newsroom/overview/overview-rows.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/overview";

const Overview = lazy(() => import("../../newsroom/overview/overview.tsx"));

export const handle = {
  hydrate: "account",
  title: "Newsroom",
  noscript: "The newsroom needs JavaScript and an account.",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Newsroom");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  return { owner, found: loadRows(readOverview) };
}
clientLoader.hydrate = true as const;

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  return <Overview {...loaderData} />;
}
