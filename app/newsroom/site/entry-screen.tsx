import { useEffect, useRef, useState } from "react";
import type { CollectionName, StoredContent } from "../../../domain/content/collections.ts";
import { type Loaded, Part } from "../../auth/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { ScheduleDialog } from "../editor/schedule-dialog.tsx";
import { useIsWide } from "../previews/preview-frame.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { dayAndTime } from "../shell/times.ts";
import { nameOthers, useOthersHere } from "../shell/use-others-here.ts";
import { EntryAside } from "./entry-aside.tsx";
import { publishedValue } from "./entry-edits.ts";
import { GroupFields } from "./entry-field.tsx";
import { collectionState } from "./entry-states.ts";
import { EntryStatus } from "./entry-status.tsx";
import { isSame, leaves, nameOf, shape, valueAt } from "./entry-value.ts";
import type { EntryForm } from "./field-parts.tsx";
import { type Artwork, ArtworkContext } from "./picture-control.tsx";
import type { SiteRows } from "./site-rows.ts";
import { type Editing, type EntryOptions, useEntry } from "./use-entry.ts";
import "../shell/newsroom.css";
import "./site.css";
import "./site-controls.css";
import "./entry-form.css";
import "./entry-aside.css";

type EntryScreenProps = {
  owner: string;
  shipped: StoredContent;
  name: CollectionName;
  entryKey: string;
  artwork: Artwork;
  found: Promise<Loaded<SiteRows>>;
};

/** The screen of /newsroom/site/{collection}/{key}: the form of one entry. */
export default function EntryScreen({ owner, shipped, name, entryKey, artwork, found }: EntryScreenProps) {
  const address = `/newsroom/site/${name}`;
  return (
    <Part of={found} subject={`${address}/${entryKey}`}>
      {(rows) => {
        const state = collectionState(shipped, rows, name);
        const entry = state.entries.find(({ key }) => key === entryKey);
        if (entry) {
          return (
            <ArtworkContext key={`${name}/${entryKey}`} value={artwork}>
              <EntryEditor {...{ owner, shipped, state, entry }} />
            </ArtworkContext>
          );
        }
        return (
          <EmptyState
            level={1}
            title="There is no such entry."
            text="It may have been removed, or its draft discarded."
            action={`To ${state.collection.label}`}
            to={address}
          />
        );
      }}
    </Part>
  );
}

/** The value that was stored at first; later versions are merged into the form. */
function EntryEditor(options: EntryOptions) {
  const [first] = useState(options);
  const editing = useEntry(first);
  const [isScheduling, setScheduling] = useState(false);
  const isWide = useIsWide();
  /** Under 992 px the form or the preview is shown. */
  const [isPreviewing, setPreviewing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { edit, errors, isBusy, state } = editing;
  const hasChange = !isSame(edit.value, shape(state.field, publishedValue(edit.entry))) || isHiddenOrNew(editing);
  useFocusOnError(form, errors);

  return (
    <form
      className={isPreviewing ? "entry shows-preview" : "entry"}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasChange) void editing.publish();
      }}
    >
      <header className="entry-bar">
        <EntryPath editing={editing} />
        <EntryStatus edit={edit} />
        <p className="pane-switch">
          <button type="button" aria-pressed={!isPreviewing} onClick={() => setPreviewing(false)}>
            Form
          </button>
          <button type="button" aria-pressed={isPreviewing} onClick={() => setPreviewing(true)}>
            Preview
          </button>
        </p>
        <button
          className="button compact outlined"
          type="button"
          aria-disabled={!hasChange || isBusy}
          onClick={() => hasChange && setScheduling(true)}
        >
          Publish later
        </button>
        <button className="button compact" aria-disabled={!hasChange || isBusy}>
          {isBusy ? "Publishing..." : "Publish"}
        </button>
      </header>
      <div className="entry-form">
        <EntryNotices editing={editing} />
        <GroupFields form={formOf(editing)} field={state.field} path="" />
      </div>
      <EntryAside editing={editing} showsPreview={isWide || isPreviewing} />
      {isScheduling && (
        <ScheduleDialog
          action="Schedule"
          onClose={() => setScheduling(false)}
          onDone={(liveFrom) => {
            setScheduling(false);
            void editing.schedule(liveFrom);
          }}
        />
      )}
    </form>
  );
}

const isHiddenOrNew = ({ edit: { entry } }: Editing) => entry.state === "new" || (entry.live?.hidden ?? false);

function EntryPath({ editing: { state, edit } }: { editing: Editing }) {
  const { collection, name } = state;
  const title =
    collection.kind === "list" ? (edit.value[collection.title] as string) || edit.entry.title : collection.label;
  return (
    <div className="entry-path">
      <nav aria-label="Path">
        <PageLink to="/newsroom/site">Site</PageLink> <span aria-hidden="true">/</span>{" "}
        {collection.kind === "list" && (
          <>
            <PageLink to={`/newsroom/site/${name}`}>{collection.label}</PageLink> <span aria-hidden="true">/</span>{" "}
          </>
        )}
      </nav>
      <h1>{title}</h1>
    </div>
  );
}

function EntryNotices({ editing: { state, edit, errors, dismissTaken, unschedule } }: { editing: Editing }) {
  const { entry, taken } = edit;
  const others = useOthersHere(`entries/${entry.collection}/${entry.key}`);
  const count = Object.keys(errors).length;
  return (
    <div className="entry-notices">
      <div role="alert">
        {count > 0 && (
          <p className="notice bad">{`Not published: ${count === 1 ? "one field needs" : `${count} fields need`} a change.`}</p>
        )}
      </div>
      {others.length > 0 && (
        <p className="notice" role="status">
          {nameOthers(others, "entry")}
        </p>
      )}
      {entry.reason && (
        <p className="notice bad">
          {`The stored version does not fit. ${entry.reason} `}
          {entry.shipped
            ? "Visitors see the shipped version until it is changed and published."
            : "Visitors do not see it."}
        </p>
      )}
      {entry.live?.hidden && <p className="notice">This entry is hidden. Publishing shows it again.</p>}
      {entry.scheduled && (
        <div className="notice due">
          <p>{`A version goes live on ${dayAndTime(entry.scheduled.live_from)}. Publishing now replaces it.`}</p>
          <button className="tool" type="button" onClick={() => void unschedule()}>
            Do not publish it
          </button>
        </div>
      )}
      {taken.length > 0 && (
        <div className="notice due" role="status">
          <p>
            <b>{`Another admin changed ${taken.map((path) => nameOf(state.field, path)).join(" and ")}.`}</b> You
            changed other fields, so both are in.
          </p>
          <button className="tool" type="button" onClick={dismissTaken}>
            Good
          </button>
        </div>
      )}
    </div>
  );
}

function formOf({ edit, errors, state, change, settle }: Editing): EntryForm {
  const published = shape(state.field, publishedValue(edit.entry));
  const paths = new Set(leaves(state.field).map(({ path }) => path));
  return {
    valueAt: (path) => valueAt(edit.value, path),
    errorAt: (path) => errors[path],
    isChanged: (path) => paths.has(path) && !isSame(valueAt(edit.value, path), valueAt(published, path)),
    conflictAt: (path) => (path in edit.conflicts ? { theirs: edit.conflicts[path] } : undefined),
    change,
    settle,
  };
}

/** Focuses the first field that is refused. */
function useFocusOnError(form: React.RefObject<HTMLFormElement | null>, errors: object) {
  const before = useRef(errors);
  useEffect(() => {
    const isNew = Object.keys(errors).length > 0 && Object.keys(before.current).length === 0;
    before.current = errors;
    if (!isNew) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [aria-describedby$="-error"]');
    (first?.matches("[role=radiogroup]") ? first.querySelector("input") : first)?.focus();
  }, [form, errors]);
}
