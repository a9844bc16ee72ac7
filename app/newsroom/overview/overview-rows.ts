import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";

type Waiting = { readonly count: number };

export type Change = {
  readonly at: string;
  /** The account's id and email; null if it was deleted. */
  readonly who: string | null;
  readonly by: string | null;
  /** Null for a post, whose key is its slug. */
  readonly collection: string | null;
  readonly key: string;
  readonly title: string;
  readonly is_first: boolean;
  readonly kind: "published" | "scheduled" | "unpublished" | "deleted" | "hidden" | "removed";
};

/** How many messages came for a service in the week that began `ago` weeks before this one. */
export type WeekCount = { readonly service: string; readonly ago: number; readonly count: number };

export type OverviewRows = {
  readonly unread: Waiting & { readonly since: string; readonly names: readonly string[] };
  readonly quarantine: Waiting & { readonly since: string };
  /** The title is that of the latest draft of a post; `entries` counts the site's drafts. */
  readonly drafts: Waiting & { readonly edited: string; readonly title: string | null; readonly entries: number };
  readonly scheduled: Waiting & { readonly next: string; readonly title: string | null; readonly entries: number };
  readonly weeks: readonly WeekCount[];
  readonly changes: readonly Change[];
};

export async function readOverview(supabase: Supabase): Promise<OverviewRows> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const read = supabase.rpc("newsroom_overview", { zone }, { get: true });
  return (await unwrap(read, "The overview could not be read")) as unknown as OverviewRows;
}
