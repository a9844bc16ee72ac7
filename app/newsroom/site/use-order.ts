import { useState } from "react";
import type { Supabase } from "../../auth/supabase-client.ts";
import { type Entry, positionAt } from "./entry-states.ts";
import { changeEntry } from "./site-rows.ts";

/** The order on the screen while an entry is moved; one write stores it. */
export function useOrder(
  stored: readonly Entry[],
  change: (write: (supabase: Supabase) => Promise<void>) => Promise<unknown>,
) {
  /** A reload must not put a lifted entry back; `of`, set when it is put down, ends the order with the next reload. */
  const [moved, setMoved] = useState<{ keys: readonly string[]; key: string; of?: readonly Entry[] }>();
  const isMoved = moved && (!moved.of || moved.of === stored);
  const places = new Map(isMoved ? moved.keys.map((key, place) => [key, place]) : []);
  const placeOf = ({ key }: Entry) => places.get(key) ?? places.size;
  const entries = stored.toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    entries,
    move: (from: number, to: number) => {
      const entry = entries[from];
      if (!entry) return;
      const keys = entries
        .toSpliced(from, 1)
        .toSpliced(to, 0, entry)
        .map(({ key }) => key);
      setMoved(stored.every(({ key }, index) => key === keys[index]) ? undefined : { keys, key: entry.key });
    },
    store: () => {
      const index = entries.findIndex(({ key }) => key === moved?.key);
      const entry = entries[index];
      if (!moved || !entry) return;
      setMoved({ ...moved, of: stored });
      const position = positionAt(entries.toSpliced(index, 1), index);
      void change((supabase) => changeEntry(supabase, entry, { position }));
    },
  };
}
