import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/languages";

const LanguagesScreen = lazy(() => import("../../newsroom/languages/languages-screen.tsx"));

export const handle = newsroomHandle("languages");

export const meta = noindexMeta;

/** The schemas, the shipped content and the rows are loaded together. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  const [{ shipped }, { readSite }, { readLanguages, readMissingPosts, readTranslations }] = await Promise.all([
    import("../../../content/shipped.ts"),
    import("../../newsroom/site/site-rows.ts"),
    import("../../newsroom/languages/language-rows.ts"),
  ]);
  const found = loadRows(async (supabase) => {
    const [rows, languages] = await Promise.all([readSite(supabase), readLanguages(supabase)]);
    const each = async <Found,>(read: (tag: string) => Promise<Found>) =>
      Object.fromEntries(await Promise.all(languages.others.map(async ({ tag }) => [tag, await read(tag)] as const)));
    const [translated, posts] = await Promise.all([
      each((tag) => readTranslations(supabase, tag)),
      each((tag) => readMissingPosts(supabase, tag)),
    ]);
    return { rows, languages, translated, posts };
  });
  return { owner, shipped, found };
}
clientLoader.hydrate = true as const;

export default function LanguagesRoute({ loaderData }: Route.ComponentProps) {
  return <LanguagesScreen {...loaderData} />;
}
