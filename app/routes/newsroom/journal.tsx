import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/journal";

const JournalScreen = lazy(() => import("../../newsroom/journal/journal-screen.tsx"));

export const handle = {
  hydrate: "account",
  title: "Journal",
  noscript: "The journal needs JavaScript and an account.",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Journal");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const { readJournal, readQuery } = await import("../../newsroom/journal/journal-rows.ts");
  const query = readQuery(new URL(request.url).searchParams);
  return { query, found: loadRows(async (supabase) => ({ ...(await readJournal(supabase, query)), query })) };
}
clientLoader.hydrate = true as const;

export default function JournalRoute({ loaderData }: Route.ComponentProps) {
  return <JournalScreen {...loaderData} />;
}
