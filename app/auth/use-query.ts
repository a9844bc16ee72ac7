import { useEffect, useState } from "react";
import { explain, signOutIfEnded, type Reply } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";

export type QueryResult<T> = Reply & { readonly data: T | null };
type Query<T> = (supabase: Supabase) => PromiseLike<QueryResult<T>>;
type QueryState<T> = { readonly data?: T; readonly failure?: string };

/** Runs a query on mount and on `refresh`. Pass a stable `query` function: a new identity runs it again. */
export function useQuery<T>(query: Query<T>) {
  const [state, setState] = useState<QueryState<T>>({});
  useEffect(() => {
    let isCancelled = false;
    void run(query).then((result) => (isCancelled ? undefined : setState(result)));
    return () => {
      isCancelled = true;
    };
  }, [query]);
  return { ...state, refresh: async () => setState(await run(query)) };
}

async function run<T>(query: Query<T>): Promise<QueryState<T>> {
  try {
    const { loadSupabase } = await import("./supabase-client.ts");
    const supabase = await loadSupabase();
    const reply = await query(supabase);
    if (await signOutIfEnded(supabase, reply)) return {};
    return reply.error || reply.data === null ? { failure: explain(reply) } : { data: reply.data };
  } catch (error) {
    console.error("The query failed", error);
    return { failure: explain({ error: null }) };
  }
}
