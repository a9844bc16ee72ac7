import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";

type View = "own" | "missing" | "broken" | "earlier";
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

export const REDIRECTS: List<View> = {
  path: "/newsroom/redirects",
  param: "view",
  label: "View",
  views: { own: "Redirects", missing: "Missing addresses", broken: "Broken links", earlier: "History" },
  searchLabel: "Search addresses",
  pageSize: 50,
  noun: ["address", "addresses"],
  notFound: "No address contains",
  empty: ({ view }) => EMPTY[view],
};

const BACK = { action: "To the redirects", to: "/newsroom/redirects" };
const EMPTY = {
  own: {
    title: "No redirect of your own yet.",
    text: "An address that changes leads on by itself.",
    action: "See what visitors miss",
    to: "/newsroom/redirects?view=missing",
  },
  missing: { title: "Nobody missed a page.", text: "Paths without a page are counted here.", ...BACK },
  broken: { title: "Every link leads somewhere.", text: "Menus, entries, pages and posts were checked.", ...BACK },
  earlier: { title: "No redirect has changed yet.", text: "Each change and removal is kept here.", ...BACK },
} as const;

/** Broken links are found only when they are asked for: that takes a request for each. */
export async function listAddresses(
  supabase: Supabase,
  { view, search, page }: ListQuery<View>,
  findBroken: (supabase: Supabase) => Promise<readonly AddressRow[]>,
): Promise<ListPage<AddressRow>> {
  const first = (page - 1) * REDIRECTS.pageSize;
  const last = first + REDIRECTS.pageSize - 1;
  const contains = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const failure = "The addresses could not be read";
  if (view === "broken") {
    const all = (await findBroken(supabase)).filter(({ path }) => path.includes(search));
    return { rows: all.slice(first, last + 1), count: all.length };
  }
  if (view === "missing") {
    const all = supabase.from("missing_addresses").select("path, hits, last_hit", { count: "exact" });
    const some = all.ilike("path", contains).order("hits", { ascending: false }).order("path").range(first, last);
    const missing = await unwrapPage(some, failure);
    return { ...missing, rows: missing.rows.map(({ path, hits, last_hit }) => ({ key: path, path, hits, last_hit })) };
  }
  if (view === "earlier") {
    const all = supabase
      .from("redirect_versions")
      .select("id, path, target, status, change, made_at", { count: "exact" });
    const some = all.ilike("path", contains).order("id", { ascending: false }).range(first, last);
    const versions = await unwrapPage(some, failure);
    return {
      ...versions,
      rows: versions.rows.map(({ id, ...earlier }) => ({ key: String(id), path: earlier.path, earlier })),
    };
  }
  const all = supabase.from("redirects").select("id, path, target, status, hits, last_hit", { count: "exact" });
  const found = await unwrapPage(all.ilike("path", contains).order("path").range(first, last), failure);
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
