import { lazy, Suspense, useState } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { describe, isSame, leaves, nameOf, type Value, valueAt } from "../../../domain/content/values.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { useRows } from "../../data/load.tsx";
import { useDraftWords } from "../drafts/words.ts";
import { useFieldWords, useSiteWords } from "../site/words.ts";
import "./version-history.css";

const TextChanges = lazy(() => import("./text-changes.tsx"));

export type Version = { readonly id: string; readonly title: string; readonly note: string; readonly value: Value };

type VersionHistoryProps = {
  read: (supabase: Supabase) => Promise<readonly Version[]>;
  /** Changes when another version is stored: the versions are then read again. */
  current: string;
  field: Field;
  /** As the form has it. */
  now: Value;
  submitLabel: string;
  onRestore: (value: Value) => void;
};

export function VersionHistory({ read, current, field, now, submitLabel, onRestore }: VersionHistoryProps) {
  const loaded = useRows(current, read);
  const [chosen, setChosen] = useState<string>();
  const [restored, setRestored] = useState<{ readonly id: string; readonly current: string }>();
  const words = useDraftWords().history;
  if (!loaded) return null;
  return (
    <section className="entry-history">
      <h2>{words.title}</h2>
      {"failure" in loaded && <p className="error">{loaded.failure}</p>}
      <ol>
        {("data" in loaded ? loaded.data : []).map((version) => (
          <li key={version.id}>
            <button
              type="button"
              aria-expanded={chosen === version.id}
              onClick={() => setChosen(chosen === version.id ? undefined : version.id)}
            >
              <b>{version.title}</b>
              <span>{version.note}</span>
            </button>
            {restored?.id === version.id && restored.current === current && (
              <p className="version-restored" role="status">
                {words.restored(submitLabel)}
              </p>
            )}
            {chosen === version.id && (
              <VersionChange
                {...{ version, field, now, submitLabel }}
                onRestore={() => {
                  onRestore(version.value);
                  setChosen(undefined);
                  setRestored({ id: version.id, current });
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type VersionChangeProps = Pick<VersionHistoryProps, "field" | "now" | "submitLabel"> & {
  version: Version;
  onRestore: () => void;
};

/** Field by field: what the form has is struck, what the version has is underlined. */
function VersionChange({ version, field, now, submitLabel, onRestore }: VersionChangeProps) {
  const words = useDraftWords().history;
  const { none } = useSiteWords();
  const say = useFieldWords();
  const all = leaves(field);
  const differing = all.filter(({ path }) => !isSame(valueAt(now, path), valueAt(version.value, path)));
  const same = all.length - differing.length;
  return (
    <div className="version-change">
      {differing.map(({ path }) => (
        <div key={path}>
          <h3>{nameOf(field, path, say)}</h3>
          <p>
            <Suspense>
              <TextChanges
                before={describe(valueAt(now, path), none)}
                after={describe(valueAt(version.value, path), none)}
              />
            </Suspense>
          </p>
        </div>
      ))}
      <p className="small">{words.same(same)}</p>
      {differing.length > 0 && (
        <p>
          <button className="tool" type="button" onClick={onRestore}>
            {words.restore}
          </button>{" "}
          <span className="small">{words.becomesDraft(submitLabel)}</span>
        </p>
      )}
    </div>
  );
}
