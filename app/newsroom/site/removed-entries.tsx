import { useRows } from "../../auth/load.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";
import { dayAndTime } from "../shell/times.ts";
import type { CollectionState } from "./entry-states.ts";
import { shape, type Value } from "./entry-value.ts";
import { NO_ROWS, publish } from "./site-rows.ts";

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

/** Read again when an entry was removed or brought back. */
function useRemoved({ name, field, collection, entries }: CollectionState): readonly Removed[] {
  const keys = entries.map(({ key }) => key);
  const loaded = useRows(`${name} ${keys.join(" ")}`, (supabase) =>
    unwrap(supabase.rpc("removed_entries", { of_collection: name }), "The removed entries could not be read"),
  );
  const found = loaded && "data" in loaded ? loaded.data.filter(({ key }) => !keys.includes(key)) : [];
  return found.map(({ key, data: kept, position, made_at, email }) => {
    const value = shape(field, kept);
    const title = (collection.kind === "list" && (value[collection.title] as string)) || key;
    return { key, title, note: `${dayAndTime(made_at)} by ${email ?? "a deleted account"}`, value, position };
  });
}
