import { useEffect, useState } from "react";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { dayAndTime } from "../shell/times.ts";
import type { CollectionState } from "./entry-states.ts";
import { shape, type Value } from "./entry-value.ts";
import { publish } from "./site-rows.ts";

type Removed = {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly value: Value;
  readonly position: number;
};
type RemovedEntriesProps = {
  state: CollectionState;
  isFull: boolean;
  onChange: (write: (supabase: Supabase) => Promise<unknown>) => Promise<unknown>;
};

/** The entries that were removed in the last 30 days. */
export function RemovedEntries({ state, isFull, onChange }: RemovedEntriesProps) {
  const removed = useRemoved(state);
  if (removed.length === 0) return null;
  return (
    <section className="removed-entries" aria-labelledby="removed">
      <h3 id="removed">Deleted</h3>
      <p className="small">
        {isFull ? "The page is full: remove one before you bring another back." : "Kept for 30 days."}
      </p>
      <ul className="entry-rows">
        {removed.map(({ key, title, note, value, position }) => (
          <li key={key}>
            <span />
            <span className="entry-row-title">{title}</span>
            <span className="entry-row-state">{note}</span>
            <button
              className="tool"
              type="button"
              aria-label={`Bring back ${title}`}
              aria-disabled={isFull}
              onClick={() => {
                const again = { collection: state.name, key, data: value, position };
                if (!isFull) void onChange((supabase) => publish(supabase, { ...again, ...NO_ROWS }));
              }}
            >
              Bring back
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NO_ROWS = { live: undefined, scheduled: undefined };

/** Read again when an entry was removed or brought back. */
function useRemoved({ name, field, collection, entries }: CollectionState): readonly Removed[] {
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const keys = entries.map(({ key }) => key).join(" ");
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const { data, error } = await (await loadSupabase()).rpc("removed_entries", { of_collection: name });
      if (error) console.warn("The removed entries could not be read", error);
      if (error || !isCurrent) return;
      const existing = new Set(keys.split(" "));
      const found = data.filter(({ key }) => !existing.has(key));
      setRemoved(
        found.map(({ key, data: kept, position, made_at, email }) => {
          const value = shape(field, kept);
          const title = (collection.kind === "list" && (value[collection.title] as string)) || key;
          const note = `${dayAndTime(made_at)} by ${email ?? "a deleted account"}`;
          return { key, title, note, value, position };
        }),
      );
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [name, field, collection, keys]);
  return removed;
}
