import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { readListParams } from "../../newsroom/shell/list-address.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/pictures";

const PictureLibrary = lazy(() => import("../../newsroom/pictures/picture-library.tsx"));

export const handle = {
  hydrate: "account",
  title: "Pictures",
  noscript: "The picture library needs JavaScript and an account.",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Pictures");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const params = new URL(request.url).searchParams;
  const { findPicture, findUses, listPictures } = await import("../../newsroom/pictures/picture-rows.ts");
  const query = {
    view: params.get("view") === "deleted" ? ("deleted" as const) : ("all" as const),
    ...readListParams(params),
  };
  const id = /^[0-9a-f-]{36}$/.exec(params.get("picture") ?? "")?.[0];
  return {
    query,
    id,
    found: loadRows(async (supabase) => ({ ...(await listPictures(supabase, query)), query })),
    chosen: id
      ? loadRows(async (supabase) => ({ picture: await findPicture(supabase, id), uses: await findUses(supabase, id) }))
      : undefined,
  };
}
clientLoader.hydrate = true as const;

export default function PicturesRoute({ loaderData }: Route.ComponentProps) {
  return <PictureLibrary {...loaderData} />;
}
