import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";
import { type AddressWords, addressWords } from "./words.ts";

type View = keyof AddressWords["empty"];
export type Redirect = Pick<Database["public"]["Tables"]["redirects"]["Row"], "path" | "target" | "status">;
export type Place = { readonly label: string; readonly to: string };
/** An own rule, an earlier version of one, or a path without a page that visitors ask for or the site links to. */
export type AddressRow = {
  readonly key: string;
  readonly path: string;
  readonly hits?: number;
  readonly last_hit?: string | null;
  readonly rule?: Redirect & { readonly id: number };
  readonly earlier?: Redirect & { readonly change: string; readonly made_at: string };
  readonly places?: readonly Place[];
};

export const redirectList = ({ list, empty }: AddressWords): List<View> => ({
  ...list,
  path: "/newsroom/redirects",
  param: "view",
  pageSize: 50,
  empty: ({ view }) => ({ ...empty[view], to: `/newsroom/redirects${view === "own" ? "?view=missing" : ""}` }),
});

/** For loaders, which need no words. */
export const REDIRECTS = redirectList(addressWords.en);

/** Broken links are found only when they are asked for: that takes a request for each. */
export async function listAddresses(
  supabase: Supabase,
  { view, search, page }: ListQuery<View>,
  findBroken: (supabase: Supabase) => Promise<readonly AddressRow[]>,
): Promise<ListPage<AddressRow>> {
  const first = (page - 1) * REDIRECTS.pageSize;
  const last = first + REDIRECTS.pageSize - 1;
  const contains = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  if (view === "broken") {
    const all = (await findBroken(supabase)).filter(({ path }) => path.includes(search));
    return { rows: all.slice(first, last + 1), count: all.length };
  }
  if (view === "missing") {
    const all = supabase.from("missing_addresses").select("path, hits, last_hit", { count: "exact" });
    const some = all.ilike("path", contains).order("hits", { ascending: false }).order("path").range(first, last);
    const missing = await unwrapPage(some, "The addresses could not be read");
    return { ...missing, rows: missing.rows.map(({ path, hits, last_hit }) => ({ key: path, path, hits, last_hit })) };
  }
  if (view === "earlier") {
    const all = supabase
      .from("redirect_versions")
      .select("id, path, target, status, change, made_at", { count: "exact" });
    const some = all.ilike("path", contains).order("id", { ascending: false }).range(first, last);
    const versions = await unwrapPage(some, "The addresses could not be read");
    return {
      ...versions,
      rows: versions.rows.map(({ id, ...earlier }) => ({ key: String(id), path: earlier.path, earlier })),
    };
  }
  const all = supabase.from("redirects").select("id, path, target, status, hits, last_hit", { count: "exact" });
  const found = await unwrapPage(
    all.ilike("path", contains).order("path").range(first, last),
    "The addresses could not be read",
  );
  return {
    ...found,
    rows: found.rows.map((rule) => ({
      key: rule.path,
      path: rule.path,
      hits: rule.hits,
      last_hit: rule.last_hit,
      rule,
    })),
  };
}

export async function countAddresses(supabase: Supabase): Promise<Readonly<Record<View, number>>> {
  const [own, missing] = await Promise.all(
    (["redirects", "missing_addresses"] as const).map((table) =>
      unwrapPage(
        supabase.from(table).select("path", { count: "exact" }).limit(1),
        "The addresses could not be counted",
      ),
    ),
  );
  return { own: own?.count ?? 0, missing: missing?.count ?? 0, broken: 0, earlier: 0 };
}

/** The pages that the sitemap lists, to choose a target from. */
export async function readPages(): Promise<readonly string[]> {
  const reply = await fetch("/sitemap.xml");
  const sitemap = new DOMParser().parseFromString(await reply.text(), "text/xml");
  return [...sitemap.querySelectorAll("url > loc")].map(({ textContent }) => new URL(textContent ?? "/").pathname);
}

export type Way = { readonly way: readonly string[]; readonly ends: "page" | "outside" | "missing" | "circle" };

export async function tryAddress(supabase: Supabase, start: string): Promise<Way | null> {
  const tried = supabase.rpc("try_address", { start }, { get: true });
  return (await unwrap(tried, "The address could not be tried")) as Way | null;
}
