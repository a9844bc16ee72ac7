import { useEffect, useState } from "react";
import { differences } from "../../../domain/content/differences.ts";
import type { Field } from "../../../domain/content/fields.ts";
import { type Loaded, loadRows } from "../../auth/load.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { dayAndTime } from "../shell/times.ts";
import { isSame, leaves, nameOf, shape, type Value, valueAt } from "./entry-value.ts";
import { describe } from "./field-parts.tsx";
import type { EntryAddress } from "./site-rows.ts";
import type { Editing } from "./use-entry.ts";

type Version = { readonly id: string; readonly title: string; readonly note: string; readonly value: Value };

/** All versions of the entry, what each would change in the form, and the way back to it. */
export function EntryHistory({ editing: { edit, state, restore } }: { editing: Editing }) {
  const { collection, key, live, scheduled, shipped } = edit.entry;
  const loaded = useVersions({ collection, key }, state.field, `${live?.version} ${scheduled?.version}`);
  const [chosen, setChosen] = useState<string>();
  if (!loaded) return null;
  const stored = "data" in loaded ? loaded.data : [];
  const origin = { id: "shipped", title: "Shipped version", note: "Comes with the site", value: shipped ?? {} };
  const versions = shipped ? [...stored, origin] : stored;
  return (
    <section className="entry-history">
      <h2>History</h2>
      {"failure" in loaded && <p className="error">{loaded.failure}</p>}
      <ol>
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              aria-expanded={chosen === version.id}
              onClick={() => setChosen(chosen === version.id ? undefined : version.id)}
            >
              <b>{version.title}</b>
              <span>{version.note}</span>
            </button>
            {chosen === version.id && (
              <VersionChange
                {...{ version }}
                field={state.field}
                now={edit.value}
                onRestore={() => {
                  restore(version.value);
                  setChosen(undefined);
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type VersionChangeProps = { version: Version; field: Field; now: Value; onRestore: () => void };

/** Field by field: what the form has is struck, what the version has is underlined. */
function VersionChange({ version, field, now, onRestore }: VersionChangeProps) {
  const all = leaves(field);
  const differing = all.filter(({ path }) => !isSame(valueAt(now, path), valueAt(version.value, path)));
  const same = all.length - differing.length;
  return (
    <div className="version-change">
      {differing.map(({ path }) => (
        <div key={path}>
          <h3>{nameOf(field, path)}</h3>
          <p>
            {differences(describe(valueAt(now, path)), describe(valueAt(version.value, path))).map(
              ({ kind, text }, index) => {
                const key = `${index} ${kind}`;
                if (kind === "same") return <span key={key}>{text}</span>;
                return kind === "gone" ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>;
              },
            )}
          </p>
        </div>
      ))}
      <p className="small">{same === 1 ? "One field is the same." : `${same} fields are the same.`}</p>
      {differing.length > 0 && (
        <p>
          <button className="tool" type="button" onClick={onRestore}>
            Restore this version
          </button>{" "}
          <span className="small">It becomes a draft; publishing makes a new version.</span>
        </p>
      )}
    </div>
  );
}

/** Reads the versions again when another one is stored. */
function useVersions({ collection, key }: EntryAddress, field: Field, current: string) {
  const [loaded, setLoaded] = useState<Loaded<readonly Version[]>>();
  useEffect(() => {
    let isCurrent = true;
    void loadRows((supabase) => readVersions(supabase, { collection, key }, field)).then((found) =>
      isCurrent ? setLoaded(found) : undefined,
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version is the reason to read again
  }, [collection, key, field, current]);
  return loaded;
}

async function readVersions(
  supabase: Supabase,
  { collection, key }: EntryAddress,
  field: Field,
): Promise<readonly Version[]> {
  const { data, error } = await supabase.rpc("entry_history", { of_collection: collection, of_key: key });
  if (error) throw new Error("The history could not be read", { cause: error });
  return data.map(({ version, change, hidden, data: content, made_at, email }) => {
    const what = change === "removed" ? "Removed" : hidden ? "Hidden" : "Published";
    return {
      id: String(version),
      title: dayAndTime(made_at),
      note: `${what} by ${email ?? "a deleted account"}`,
      value: shape(field, content),
    };
  });
}
