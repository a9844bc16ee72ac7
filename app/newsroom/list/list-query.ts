import type { Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, loadRows } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";

/** A list of the newsroom: its address, its views and its words. Rows and actions belong to the screen that shows it. */
export type List<View extends string> = {
  readonly path: string;
  /** The parameter of the view, and the label of its buttons. */
  readonly param: string;
  readonly label: string;
  /** The first view is the default, which an address does not name. */
  readonly views: Readonly<Record<View, string>>;
  /** Label of the search field; a list without one cannot be searched. */
  readonly searchLabel?: string;
  /** The parameter with the id of the opened row. */
  readonly opens?: string;
  /** Further parameters, and the values that they may have. */
  readonly filters?: Readonly<Record<string, RegExp>>;
  readonly pageSize: number;
  readonly noun: readonly [one: string, many: string];
  /** The beginning of the sentence that says that a search found nothing: "No post contains". */
  readonly notFound: string;
  readonly empty: (query: ListQuery<View>) => EmptyText;
};

type EmptyText = { readonly title?: string; readonly text: string; readonly action: string; readonly to: string };

export type ListQuery<View extends string> = {
  readonly view: View;
  readonly search: string;
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
  readonly opened?: string | undefined;
  /** The last row of the page before, in a list that is not counted. */
  readonly before?: string | undefined;
};

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** The number of rows on all pages; the journal is not counted. */
  readonly count?: number;
  /** The last of these rows, if a list that is not counted has more. */
  readonly last?: string | undefined;
};

/** The page has its own query, because the last page stays until the next has arrived. */
export type FoundPage<View extends string, Row> = ListPage<Row> & { readonly query: ListQuery<View> };

export type Counts<View extends string> = Promise<Loaded<Readonly<Record<View, number>>>>;

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readQuery<View extends string>(list: List<View>, params: URLSearchParams): ListQuery<View> {
  const [first, ...views] = Object.keys(list.views) as [View, ...View[]];
  const page = params.get("page") ?? "";
  const opened = params.get(list.opens ?? "") ?? "";
  const before = params.get("before") ?? "";
  const filters = Object.entries(list.filters ?? {}).flatMap(([name, allowed]) => {
    const value = params.get(name) ?? "";
    return allowed.test(value) ? [[name, value]] : [];
  });
  return {
    view: views.find((view) => view === params.get(list.param)) ?? first,
    search: params.get("q")?.trim() ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    filters: Object.fromEntries(filters),
    opened: UUID.test(opened) ? opened : undefined,
    before: /^\d{1,15}$/.test(before) ? before : undefined,
  };
}

/** The address of a page of the list. What is not given has its default. */
export function addressOf<View extends string>(list: List<View>, query: Partial<ListQuery<View>>): string {
  const { view, search, page = 1, filters, opened, before } = query;
  const params = {
    [list.param]: view !== Object.keys(list.views)[0] && view,
    q: search,
    page: page > 1 && page,
    ...filters,
    before,
    [list.opens ?? ""]: opened,
  };
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `${list.path}?${new URLSearchParams(given)}` : list.path;
}

export function loadList<View extends string, Row>(
  list: List<View>,
  { url }: Request,
  read: (supabase: Supabase, query: ListQuery<View>) => Promise<ListPage<Row>>,
) {
  const query = readQuery(list, new URL(url).searchParams);
  return { query, found: loadRows(async (supabase) => ({ ...(await read(supabase, query)), query })) };
}

/** The number of rows in each view, regardless of the search; of the inbox only unread messages. */
export async function readCounts<View extends string>(
  supabase: Supabase,
  list: "posts" | "messages" | "pictures",
): Promise<Readonly<Record<View, number>>> {
  const counts = supabase.rpc("newsroom_counts", { list }, { get: true });
  return (await unwrap(counts, "The list could not be counted")) as Record<View, number>;
}
