import { lazy } from "react";
import { redirect } from "react-router";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { siteDay } from "../../newsroom/shell/times.ts";
import { notFound } from "../../ui/layout/not-found.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/site";

const SiteScreen = lazy(() => import("../../newsroom/site/site-screen.tsx"));
const CollectionScreen = lazy(() => import("../../newsroom/site/collection-screen.tsx"));
const EntryScreen = lazy(() => import("../../newsroom/site/entry-screen.tsx"));

export const handle = newsroomHandle("site");

export const meta = noindexMeta;

/** The design is an entry like the others, but has a place of its own. */
const DESIGN_PATH = "/newsroom/design";

/** The schemas, the shipped content and the rows are loaded together. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const isDesign = new URL(request.url).pathname === DESIGN_PATH;
  const { collection = isDesign ? "design" : "", key = isDesign ? "main" : "" } = params;
  const locale = new URL(request.url).searchParams.get("language") ?? "";
  const { id: owner } = await requireAccount(request, "admin");
  const [{ shipped }, { pictures }, { isCollection }, { readSite }, { findCollection, SINGLE_KEY }] = await Promise.all(
    [
      import("../../../content/shipped.ts"),
      import("../../../content/pictures.ts"),
      import("../../newsroom/site/entry-states.ts"),
      import("../../newsroom/site/site-rows.ts"),
      import("../../../domain/content/collections.ts"),
    ],
  );
  const artwork = Object.fromEntries(
    Object.entries(pictures).map(([name, { src, widths }]) => [name, `${src}-${widths[0]}.webp`]),
  );
  if (!collection)
    return { owner, shipped, artwork, name: undefined, found: loadRows((supabase) => readSite(supabase)) };
  if (!isCollection(collection)) throw notFound();
  const isSingle = findCollection(collection).kind === "single";
  if (collection === "pages" && !key) throw redirect("/newsroom/pages");
  if (collection === "design" && !isDesign) throw redirect(DESIGN_PATH);
  if (isSingle && !key) throw redirect(`/newsroom/site/${collection}/${SINGLE_KEY}`);
  const own = { owner, shipped, artwork, name: collection };
  if (!key) return { ...own, listed: loadRows((supabase) => readSite(supabase, { collection })) };
  return {
    ...own,
    key,
    locale,
    found: loadRows(async (supabase) => {
      const { readLanguages, readTranslations } = await import("../../newsroom/languages/language-rows.ts");
      const [rows, languages, translated] = await Promise.all([
        readSite(supabase, { collection }),
        readLanguages(supabase),
        locale ? readTranslations(supabase, locale, collection) : { rows: { entries: [], drafts: [] }, were: [] },
      ]);
      return { rows, languages, translated };
    }),
  };
}
clientLoader.hydrate = true as const;

export default function SiteRoute({ loaderData }: Route.ComponentProps) {
  const { owner, shipped, artwork } = loaderData;
  if (!loaderData.name) return <SiteScreen {...{ shipped, artwork }} found={loaderData.found} today={siteDay()} />;
  const { name } = loaderData;
  if ("listed" in loaderData)
    return <CollectionScreen {...{ shipped, artwork, name }} found={loaderData.listed} today={siteDay()} />;
  const { key, locale, found } = loaderData;
  return <EntryScreen {...{ owner, shipped, artwork, name, locale, found }} entryKey={key} />;
}
