import type { RealtimeChannel } from "@supabase/supabase-js";
import { loadSupabase } from "../../auth/supabase-client.ts";

/** The tables whose changes are announced. */
export type Table = "blog_posts" | "contact_messages";
type Listener = { readonly tables: readonly string[]; readonly refresh: () => void };

/** Longer than a change of screens, so that both use one connection. */
const CLOSE_DELAY_MS = 1_000;
/** supabase-js restores a lost connection, but not a channel that the server has closed. */
const REOPEN_DELAY_MS = 10_000;
/** Changes that arrive together cause one refresh. */
const REFRESH_DELAY_MS = 150;

const listeners = new Set<Listener>();
/** Opening and closing wait for each other. */
let connection: Promise<RealtimeChannel | undefined> = Promise.resolve(undefined);

/** Listens on the private topic `newsroom`, which carries ids only. Returns a function that stops it. */
export function watchNewsroom(listener: Listener): () => void {
  listeners.add(listener);
  updateConnection();
  return () => {
    listeners.delete(listener);
    setTimeout(updateConnection, CLOSE_DELAY_MS);
  };
}

function updateConnection(): void {
  connection = connection.then(openOrClose).catch((error: unknown) => {
    console.warn("The newsroom is not told of changes", error);
    return undefined;
  });
}

async function openOrClose(last: RealtimeChannel | undefined): Promise<RealtimeChannel | undefined> {
  const channel = last?.state === "closed" ? undefined : last;
  if (listeners.size > 0 === (channel !== undefined)) return channel;
  const supabase = await loadSupabase();
  if (channel) {
    await supabase.removeChannel(channel);
    // Otherwise supabase-js keeps the socket open for a while.
    await supabase.realtime.disconnect();
    return undefined;
  }
  // A private channel is joined with the session's token.
  await supabase.realtime.setAuth();
  return supabase
    .channel("newsroom", { config: { private: true } })
    .on("broadcast", { event: "change" }, ({ payload }) => refreshSoon(payload?.table))
    .subscribe((status: string) => {
      if (status === "CLOSED") setTimeout(updateConnection, REOPEN_DELAY_MS);
      if (status === "SUBSCRIBED") for (const { tables } of listeners) tables.forEach(refreshSoon);
    });
}

const changed = new Set<string>();

function refreshSoon(table: string): void {
  if (changed.size === 0) setTimeout(refreshChanged, REFRESH_DELAY_MS);
  changed.add(table);
}

function refreshChanged(): void {
  const affected = [...listeners].filter(({ tables }) => tables.some((table) => changed.has(table)));
  changed.clear();
  for (const { refresh } of affected) refresh();
}
