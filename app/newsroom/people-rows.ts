import type { Database } from "../../domain/database.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { unwrap } from "../data/rows.ts";
import type { List, ListPage, ListQuery } from "./list/list-query.ts";
import { type NewsroomWords, newsroomWords } from "./words.ts";

export type ListedPerson = Database["public"]["Functions"]["list_people"]["Returns"][number];

export const peopleList = ({ people: { list, empty } }: NewsroomWords): List<"all"> => ({
  ...list,
  path: "/newsroom/people",
  param: "view",
  pageSize: 50,
  empty: () => ({ ...empty, to: "/newsroom" }),
});

/** For addresses and loaders, which need no words. */
export const PEOPLE = peopleList(newsroomWords.en);

export async function listPeople(
  supabase: Supabase,
  query: Pick<ListQuery<"all">, "search" | "page">,
): Promise<ListPage<ListedPerson>> {
  const wanted = { search: query.search, page: query.page };
  const rows = await unwrap(supabase.rpc("list_people", wanted), "The accounts could not be read");
  return { rows, count: rows[0]?.total ?? 0 };
}
