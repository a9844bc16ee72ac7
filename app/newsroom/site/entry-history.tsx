import type { Supabase } from "../../auth/supabase-client.ts";
import { type Version, VersionHistory } from "../history/version-history.tsx";
import { unwrap } from "../shell/rows.ts";
import { dayAndTime } from "../shell/times.ts";
import { shape } from "./entry-value.ts";
import type { Editing } from "./use-entry.ts";

/** All stored versions of the entry, and the shipped one. */
export function EntryHistory({ editing: { edit, state, restore } }: { editing: Editing }) {
  const { collection, key, live, scheduled, shipped } = edit.entry;
  const origin = shipped && { id: "shipped", title: "Shipped version", note: "Comes with the site", value: shipped };

  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const history = supabase.rpc("entry_history", { of_collection: collection, of_key: key });
    const rows = await unwrap(history, "The history could not be read");
    const stored = rows.map(({ version, change, hidden, data: content, made_at, email }) => {
      const what = change === "removed" ? "Removed" : hidden ? "Hidden" : "Published";
      const note = `${what} by ${email ?? "a deleted account"}`;
      return { id: String(version), title: dayAndTime(made_at), note, value: shape(state.field, content) };
    });
    return origin ? [...stored, origin] : stored;
  }

  const current = `${collection} ${key} ${live?.version} ${scheduled?.version}`;
  return (
    <VersionHistory
      {...{ read, current }}
      field={state.field}
      now={edit.value}
      submitLabel="Publish"
      onRestore={restore}
    />
  );
}
