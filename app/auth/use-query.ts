import { useEffect, useState } from "react";
import { explain, leaveIfEnded, type Reply } from "./submission.ts";
import type { Backend } from "./supabase-client.ts";

export type Told<T> = Reply & { readonly data: T | null };
type Ask<T> = (backend: Backend) => PromiseLike<Told<T>>;
type Asked<T> = { readonly data?: T; readonly failure?: string };

/** What the backend tells on arrival, and anew on `refresh`. `ask` keeps its identity while the question is the same. */
export function useAsked<T>(ask: Ask<T>) {
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
    const { openBackend } = await import("./supabase-client.ts");
    const backend = await openBackend();
    const reply = await ask(backend);
    if (await leaveIfEnded(backend, reply)) return {};
    return reply.error || reply.data === null ? { failure: explain(reply) } : { data: reply.data };
  } catch (error) {
    console.error("The backend could not be asked", error);
    return { failure: explain({ error: null }) };
  }
}
