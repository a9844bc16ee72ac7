import { useEffect, useState } from "react";
import { explain, leaveIfEnded, type Reply } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";

export type QueryResult<T> = Reply & { readonly data: T | null };
type Ask<T> = (backend: Supabase) => PromiseLike<QueryResult<T>>;
type Asked<T> = { readonly data?: T; readonly failure?: string };

/** What the backend tells on arrival, and anew on `refresh`. `ask` keeps its identity while the question is the same. */
export function useQuery<T>(ask: Ask<T>) {
  const [asked, setAsked] = useState<Asked<T>>({});
  useEffect(() => {
    let isOver = false;
    void read(ask).then((answer) => (isOver ? undefined : setAsked(answer)));
    return () => {
      isOver = true;
    };
  }, [ask]);
  return { ...asked, refresh: async () => setAsked(await read(ask)) };
}

async function read<T>(ask: Ask<T>): Promise<Asked<T>> {
  try {
    const { loadSupabase } = await import("./supabase-client.ts");
    const backend = await loadSupabase();
    const reply = await ask(backend);
    if (await leaveIfEnded(backend, reply)) return {};
    return reply.error || reply.data === null ? { failure: explain(reply) } : { data: reply.data };
  } catch (error) {
    console.error("The backend could not be asked", error);
    return { failure: explain({ error: null }) };
  }
}
