import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";

type View = "own" | "missing";
export type Redirect = Pick<Database["public"]["Tables"]["redirects"]["Row"], "path" | "target" | "status">;
/** An own rule, or a path where visitors found no page. */
export type AddressRow = {
  readonly path: string;
  readonly hits: number;
  readonly last_hit: string | null;
  readonly rule?: Redirect & { readonly id: number };
};

export const REDIRECTS: List<View> = {
  path: "/newsroom/redirects",
  param: "view",
  label: "View",
  views: { own: "Redirects", missing: "Missing addresses" },
  searchLabel: "Search addresses",
  pageSize: 50,
  noun: ["address", "addresses"],
  notFound: "No address contains",
  empty: ({ view }) =>
    view === "own"
      ? {
          title: "No redirect of your own yet.",
          text: "An address that changes leads on by itself.",
          action: "See what visitors miss",
          to: "/newsroom/redirects?view=missing",
        }
      : {
          title: "Nobody missed a page.",
          text: "Paths without a page are counted here.",
          action: "To the redirects",
          to: "/newsroom/redirects",
        },
};

export async function listAddresses(supabase: Supabase, query: ListQuery<View>): Promise<ListPage<AddressRow>> {
  const { view, search, page } = query;
  const first = (page - 1) * REDIRECTS.pageSize;
  const last = first + REDIRECTS.pageSize - 1;
  const contains = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const failure = "The addresses could not be read";
  if (view === "missing") {
    const all = supabase.from("missing_addresses").select("path, hits, last_hit", { count: "exact" });
    return unwrapPage(
      all.ilike("path", contains).order("hits", { ascending: false }).order("path").range(first, last),
      failure,
    );
  }
  const all = supabase.from("redirects").select("id, path, target, status, hits, last_hit", { count: "exact" });
  const found = await unwrapPage(all.ilike("path", contains).order("path").range(first, last), failure);
  return {
    ...found,
    rows: found.rows.map((rule) => ({ path: rule.path, hits: rule.hits, last_hit: rule.last_hit, rule })),
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
  return { own: own?.count ?? 0, missing: missing?.count ?? 0 };
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
