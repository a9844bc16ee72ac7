import { useEffect, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { useLanguage } from "../../ui/words.ts";
import { enterPlace } from "./newsroom-channel.ts";
import { useShellWords } from "./words.ts";

/** Addresses of the other admins who have the same post or entry open, as the newsroom names people. */
export function useOthersHere(place: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let known = "";
    const leave = enterPlace({
      place,
      onOthers: (ids) => {
        const key = ids.join();
        if (key === known) return;
        known = key;
        readNames(ids).then(
          (found) => key === known && setNames(found),
          (error: unknown) => console.warn("The names of other admins could not be read", error),
        );
      },
    });
    return () => {
      known = "left";
      leave();
    };
  }, [place]);
  return names;
}

/** Says which other admins have the same post or entry open. */
export function useNamedOthers(names: readonly string[], what: "post" | "entry"): string {
  const list = new Intl.ListFormat(useLanguage()).format(names);
  return useShellWords().othersHere[what](list, names.length);
}

/** Presence carries ids; the addresses are read with the rights of this account. */
async function readNames(ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const supabase = await loadSupabase();
  const people = await unwrap(supabase.rpc("name_people", { ids: [...ids] }), "The names could not be read");
  return people.flatMap(({ email }) => email ?? []).toSorted();
}
