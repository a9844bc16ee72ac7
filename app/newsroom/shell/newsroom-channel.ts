import type { RealtimeChannel } from "@supabase/supabase-js";
import { currentAccount } from "../../auth/account.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";

export type Table =
  | "blog_posts"
  | "contact_messages"
  | "message_replies"
  | "reply_drafts"
  | "entries"
  | "entry_drafts"
  | "redirects"
  | "user_roles"
  | "admin_limits";
type Listener = {
  readonly tables: readonly string[];
  readonly refresh: () => void;
  /** Joining calls `refresh` otherwise, because changes may have been missed before. */
  readonly ignoresJoining?: boolean | undefined;
};
/** A post or an entry that is open, and the ids of the accounts that have it open too. */
type Visit = { readonly place: string; readonly onOthers: (ids: readonly string[]) => void };

/** Longer than a change of screens, so that both use one connection. */
const CLOSE_DELAY_MS = 1_000;
/** supabase-js restores a lost connection, but not a channel that the server has closed. */
const REOPEN_DELAY_MS = 10_000;
/** Changes that arrive together cause one refresh. */
const REFRESH_DELAY_MS = 150;

const listeners = new Set<Listener>();
let visit: Visit | undefined;
/** Opening and closing wait for each other. */
let connection: Promise<RealtimeChannel | undefined> = Promise.resolve(undefined);

/** Listens on the private topics `newsroom` and `newsroom:messages`, which carry ids only. Returns a function that stops it. */
export function watchNewsroom(listener: Listener): () => void {
  listeners.add(listener);
  updateConnection();
  return () => {
    listeners.delete(listener);
    setTimeout(updateConnection, CLOSE_DELAY_MS);
  };
}

/** Tells the other admins that this one has the place open. Returns a function that tells them that it was left. */
export function enterPlace(entered: Visit): () => void {
  visit = entered;
  void connection.then(trackVisit);
  const stop = watchNewsroom({ tables: [], refresh: () => {} });
  return () => {
    if (visit === entered) visit = undefined;
    void connection.then(trackVisit);
    stop();
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
    await supabase.removeAllChannels();
    // Otherwise supabase-js keeps the socket open for a while.
    await supabase.realtime.disconnect();
    return undefined;
  }
  // A private channel is joined with the session's token.
  await supabase.realtime.setAuth();
  const account = currentAccount();
  if (account.status === "signed-in" && account.canMessages) {
    const messages = supabase.channel("newsroom:messages", { config: { private: true } });
    messages
      .on("broadcast", { event: "change" }, ({ payload }) => onChange(payload?.table))
      .subscribe((status: string) => {
        if (status === "SUBSCRIBED") onChange("contact_messages");
      });
  }
  const opened = supabase.channel("newsroom", { config: { private: true, presence: { key: ownId() } } });
  return opened
    .on("broadcast", { event: "change" }, ({ payload }) => onChange(payload?.table))
    .on("presence", { event: "sync" }, () => visit?.onOthers(othersAt(opened, visit.place)))
    .subscribe((status: string) => {
      if (status === "CLOSED") setTimeout(updateConnection, REOPEN_DELAY_MS);
      if (status !== "SUBSCRIBED") return;
      refreshSoon(({ ignoresJoining }) => !ignoresJoining);
      trackVisit(opened);
    });
}

/** A channel that is not joined yet does this when it is. */
function trackVisit(channel: RealtimeChannel | undefined): void {
  if (channel?.state !== "joined") return;
  if (!visit) return void channel.untrack();
  void channel.track({ place: visit.place });
  visit.onOthers(othersAt(channel, visit.place));
}

function othersAt(channel: RealtimeChannel, place: string): readonly string[] {
  const present = Object.entries(channel.presenceState<{ place?: string }>());
  return present
    .filter(([id, visits]) => id !== ownId() && visits.some((one) => one.place === place))
    .map(([id]) => id);
}

function ownId(): string {
  const account = currentAccount();
  return account.status === "signed-in" ? account.id : "";
}

const onChange = (table: string) => refreshSoon(({ tables }) => tables.includes(table));

const due = new Set<Listener>();

function refreshSoon(isAffected: (listener: Listener) => boolean): void {
  if (due.size === 0) setTimeout(refreshDue, REFRESH_DELAY_MS);
  for (const listener of listeners) if (isAffected(listener)) due.add(listener);
}

function refreshDue(): void {
  const affected = [...due].filter((listener) => listeners.has(listener));
  due.clear();
  for (const { refresh } of affected) refresh();
}
