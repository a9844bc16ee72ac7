import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { siteDay } from "../../newsroom/shell/times.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/pages";

const CollectionScreen = lazy(() => import("../../newsroom/site/collection-screen.tsx"));

export const handle = newsroomHandle("pages");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const [{ shipped }, { readSite }] = await Promise.all([
    import("../../../content/shipped.ts"),
    import("../../newsroom/site/site-rows.ts"),
  ]);
  return { shipped, found: loadRows((supabase) => readSite(supabase, { collection: "pages" })) };
}
clientLoader.hydrate = true as const;

export default function PagesRoute({ loaderData }: Route.ComponentProps) {
  return <CollectionScreen {...loaderData} artwork={{}} name="pages" today={siteDay()} />;
}
