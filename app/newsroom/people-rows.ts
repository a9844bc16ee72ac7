import type { Database } from "../../domain/database.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { unwrap } from "../data/rows.ts";
import type { List, ListPage, ListQuery } from "./list/list-query.ts";

export type ListedPerson = Database["public"]["Functions"]["list_people"]["Returns"][number];

export const PEOPLE: List<"all"> = {
  path: "/newsroom/people",
  param: "view",
  label: "View",
  views: { all: "Everybody" },
  searchLabel: "Search by address",
  pageSize: 50,
  noun: ["account", "accounts"],
  notFound: "No address contains",
  empty: () => ({ text: "Nobody has an account yet.", action: "To the overview", to: "/newsroom" }),
};

export async function listPeople(
  supabase: Supabase,
  query: Pick<ListQuery<"all">, "search" | "page">,
): Promise<ListPage<ListedPerson>> {
  const wanted = { search: query.search, page: query.page };
  const rows = await unwrap(supabase.rpc("list_people", wanted), "The accounts could not be read");
  return { rows, count: rows[0]?.total ?? 0 };
}
