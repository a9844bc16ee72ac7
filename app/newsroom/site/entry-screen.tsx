import { lazy, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CollectionName, StoredContent } from "../../../domain/content/collections.ts";
import type { Field } from "../../../domain/content/fields.ts";
import { isShared } from "../../../domain/content/languages.ts";
import { describe, isSame, leaves, shape, type Value, valueAt } from "../../../domain/content/values.ts";
import type { Style } from "../../../domain/design/design-css.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { ConfirmButton } from "../../ui/form/confirm-button.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { brokenTitle, findMissing, linksIn, Listed } from "../addresses/broken-links.tsx";
import { TakenNotice } from "../drafts/conflicts.tsx";
import { describeSaving } from "../drafts/draft-notices.tsx";
import { type DraftWords, useDraftWords } from "../drafts/words.ts";
import { ScheduleDialog } from "../editor/schedule-dialog.tsx";
import { type Version, VersionHistory } from "../history/version-history.tsx";
import type { StoredLanguages, TranslatedRows } from "../languages/language-rows.ts";
import { LanguageTabs } from "../languages/language-tabs.tsx";
import type { OriginalWords } from "../languages/translated-field.tsx";
import {
  changedWords,
  isNoAddress,
  shownValue,
  translatedState,
  type Translation,
  wasOf,
} from "../languages/translation.ts";
import { PreviewFrame, useIsWide } from "../previews/preview-frame.tsx";
import { PreviewLinks } from "../previews/preview-links.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { type MarkKind, StateMark } from "../shell/state-mark.tsx";
import { dayAndTime } from "../shell/times.ts";
import { nameOthers, useOthersHere } from "../shell/use-others-here.ts";
import { type EntryForm, GroupFields } from "./entry-field.tsx";
import { collectionState, describeEntry, type Entry } from "./entry-states.ts";
import { type Artwork, ArtworkContext } from "./picture-control.tsx";
import type { SiteRows } from "./site-rows.ts";
import { checkEdit, type Editing, type EntryEdit, type EntryOptions, publishedValue, useEntry } from "./use-entry.ts";
import "../shell/newsroom.css";
import "./site.css";
import "./site-controls.css";
import "./entry-form.css";

const DesignForm = lazy(() => import("../design/design-form.tsx"));

type EntryScreenProps = {
  owner: string;
  shipped: StoredContent;
  name: CollectionName;
  entryKey: string;
  artwork: Artwork;
  /** Empty for the original. */
  locale: string;
  found: Promise<Loaded<FoundEntry>>;
};

type FoundEntry = { readonly rows: SiteRows; readonly languages: StoredLanguages; readonly translated: TranslatedRows };

export default function EntryScreen({ owner, shipped, name, entryKey, artwork, locale, found }: EntryScreenProps) {
  const address = listOf(name);
  return (
    <Part of={found} subject={`${name}/${entryKey}/${locale}`}>
      {({ rows, languages, translated }) => {
        const originals = collectionState(shipped, rows, name);
        const { first } = languages;
        const state = locale ? translatedState(originals, translated.rows, { first, locale }) : originals;
        const [entry, original] = [state, originals].map(({ entries }) => entries.find(({ key }) => key === entryKey));
        const translation =
          locale && original
            ? { locale, first, originals, ...beside(originals.field, original, translated) }
            : undefined;
        if (entry) {
          return (
            <ArtworkContext key={`${name}/${entryKey}/${locale}`} value={artwork}>
              <EntryEditor {...{ owner, shipped, state, entry, translation, languages }} />
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

/** What visitors see of the original, and what it was when it was translated. */
function beside(field: Field, original: Entry, { were }: TranslatedRows): Pick<Translation, "original" | "was"> {
  const now = shownValue(field, original);
  const stored = were.find(({ collection, key }) => collection === original.collection && key === original.key);
  return { original: now, was: wasOf(field, original, stored) };
}

const listOf = (name: CollectionName) => (name === "pages" ? "/newsroom/pages" : `/newsroom/site/${name}`);

/** The value that was stored at first; later versions are merged into the form. */
function EntryEditor({ languages, ...options }: EntryOptions & { languages: StoredLanguages }) {
  const [first] = useState(options);
  const locale = options.translation?.locale ?? "";
  const editing = useEntry(first);
  const [isScheduling, setScheduling] = useState(false);
  const isWide = useIsWide();
  /** Under 992 px the form or the preview is shown. */
  const [isPreviewing, setPreviewing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { edit, errors, isBusy, state } = editing;
  const { check, warning } = useLinkCheck(editing);
  const hasChange = !isSame(edit.value, shape(state.field, publishedValue(edit.row))) || isHiddenOrNew(editing);
  useFocusOnError(form, errors);

  return (
    <form
      className={isPreviewing ? "entry shows-preview" : "entry"}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasChange) void check(() => void editing.publish());
      }}
    >
      <header className="cluster entry-bar">
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
        {!isShared(state.name) && <LanguageTabs {...{ languages, locale }} />}
        <EntryNotices editing={editing} />
        {state.name === "design" ? (
          <DesignForm form={formOf(editing)} field={state.field} />
        ) : (
          <GroupFields form={formOf(editing)} field={state.field} path="" />
        )}
      </div>
      <EntryAside editing={editing} showsPreview={isWide || isPreviewing} />
      {warning}
      {isScheduling && (
        <ScheduleDialog
          action="Schedule"
          onClose={() => setScheduling(false)}
          onDone={(liveFrom) => {
            setScheduling(false);
            void check(() => void editing.schedule(liveFrom));
          }}
        />
      )}
    </form>
  );
}

/** Warns of links to pages that do not exist, before the entry is published. */
function useLinkCheck({ edit, state }: Editing) {
  const [held, setHeld] = useState<{ readonly missing: readonly string[]; readonly publish: () => void }>();
  return {
    check: async (publish: () => void) => {
      // The form says first what does not fit. A new page is not there yet.
      const fits = !("errors" in checkEdit(edit, state));
      const missing = fits ? await findMissing(linksIn(state.field, edit.value)) : [];
      if (missing.length > 0) setHeld({ missing, publish });
      else publish();
    },
    warning: held && (
      <Dialog
        title={brokenTitle(held.missing)}
        action="Publish anyway"
        dismiss="Back to the form"
        onDone={() => {
          setHeld(undefined);
          held.publish();
        }}
        onClose={() => setHeld(undefined)}
      >
        <Listed intro="This site has no page at:" items={held.missing} />
      </Dialog>
    ),
  };
}

const isHiddenOrNew = ({ edit: { row: entry } }: Editing) => entry.state === "new" || (entry.live?.hidden ?? false);

function EntryPath({ editing: { state, edit } }: { editing: Editing }) {
  const { collection, name } = state;
  const title =
    collection.kind === "list" ? (edit.value[collection.title] as string) || edit.row.title : collection.label;
  return (
    <div className="entry-path">
      {/* The design has a place of its own in the rail. */}
      {name !== "design" && (
        <nav aria-label="Path">
          {name !== "pages" && (
            <>
              <PageLink to="/newsroom/site">Site</PageLink> <span aria-hidden="true">/</span>{" "}
            </>
          )}
          {collection.kind === "list" && (
            <>
              <PageLink to={listOf(name)}>{collection.label}</PageLink> <span aria-hidden="true">/</span>{" "}
            </>
          )}
        </nav>
      )}
      <h1>{title}</h1>
    </div>
  );
}

function EntryNotices({ editing: { state, edit, errors, dismissTaken, unschedule } }: { editing: Editing }) {
  const { row: entry, taken } = edit;
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
          {`The stored version cannot be shown. ${entry.reason} `}
          {entry.shipped ? "Visitors see the sample until it is changed and published." : "Visitors do not see it."}
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
      <TakenNotice taken={taken} field={state.field} onDismiss={dismissTaken} />
    </div>
  );
}

function formOf({ edit, errors, state, translation, change, settle }: Editing): EntryForm {
  const published = shape(state.field, publishedValue(edit.row));
  const paths = new Set(leaves(state.field).map(({ path }) => path));
  return {
    valueAt: (path) => valueAt(edit.value, path),
    errorAt: (path) => errors[path],
    hasErrorIn: (path) => Object.keys(errors).some((at) => at.startsWith(`${path}.`)),
    isChanged: (path) => paths.has(path) && !isSame(valueAt(edit.value, path), valueAt(published, path)),
    conflictAt: (path) => (path in edit.conflicts ? { theirs: edit.conflicts[path] } : undefined),
    change,
    settle,
    ...(translation && { originalAt: originalWords(translation, state.field, edit.row.live !== undefined) }),
  };
}

function originalWords({ first, original, was }: Translation, field: Field, isTranslated: boolean) {
  const changed = new Set(isTranslated && was ? changedWords(field, was, original) : []);
  return (path: string): OriginalWords | undefined => {
    const now = valueAt(original, path);
    if (typeof now !== "string" || !isNoAddress(path)) return undefined;
    return { language: first, now, was: changed.has(path) ? describe(valueAt(was, path)) : undefined };
  };
}

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

function EntryStatus({ edit: { row: entry, saving } }: { edit: EntryEdit }) {
  const { kind, text } = describeEdit(entry, saving, useDraftWords().saving);
  return (
    <p className="entry-status" role="status">
      <StateMark kind={kind}>{text}</StateMark>
    </p>
  );
}

function describeEdit(
  entry: Entry,
  saving: EntryEdit["saving"],
  words: DraftWords["saving"],
): { kind: MarkKind; text: string } {
  if (saving === "saving") return { kind: "draft", text: "Saving..." };
  const text = describeSaving(saving, entry.draft?.updated_at, words);
  if (!text) return describeEntry(entry);
  return { kind: saving === "unsaved" || saving === "gone" ? "misfit" : "draft", text };
}

/** Right of the line: the page with the draft, where the entry is shown, and the ways back. */
function EntryAside({ editing, showsPreview }: { editing: Editing; showsPreview: boolean }) {
  const { edit, state, isBusy, discard, backToSample } = editing;
  const { draft, live, scheduled, shipped } = edit.row;
  const navigate = useNavigate();
  const { translation } = editing;
  const of_locale = translation?.locale;
  const subject = { of_collection: state.name, of_key: edit.row.key, ...(of_locale && { of_locale }) };
  const current = `${live?.version} ${scheduled?.version} ${draft !== undefined}`;

  async function discardDraft() {
    const wasOnlyDraft = !live && !scheduled && !shipped && !translation;
    if ((await discard()) && wasOnlyDraft) await navigate(listOf(state.name));
  }

  return (
    <aside className="entry-aside" aria-label="About this entry">
      {showsPreview && (
        <PreviewFrame
          subject={subject}
          current={`${current} ${draft?.version}`}
          {...(state.name === "design" && { design: edit.value as Value & Style })}
        />
      )}
      <section>
        <h2>Where visitors see it</h2>
        <p>{`${state.collection.where}.`}</p>
      </section>
      <PreviewLinks {...{ subject, current }} hasChange={draft !== undefined || scheduled !== undefined} />
      <EntryHistory editing={editing} />
      {translation && live && (
        <section>
          <h2>Translation</h2>
          {translation.was && changedWords(state.field, translation.was, translation.original).some(isNoAddress) && (
            <button className="tool" type="button" aria-disabled={isBusy} onClick={() => void editing.approve()}>
              Still right
            </button>
          )}
          <ConfirmButton busy={isBusy} onYes={() => void editing.remove()}>
            Remove the translation
          </ConfirmButton>
        </section>
      )}
      {(draft || (shipped && (live || scheduled))) && (
        <section>
          <h2>Take it back</h2>
          {draft && (
            <ConfirmButton
              busy={isBusy}
              question={{
                text: "The draft cannot be brought back. Discard it?",
                yes: "Yes, discard it",
                no: "Keep it",
              }}
              onYes={() => void discardDraft()}
            >
              Discard the draft
            </ConfirmButton>
          )}
          {shipped && (live || scheduled) && (
            <ConfirmButton busy={isBusy} onYes={() => void backToSample()}>
              Back to the sample
            </ConfirmButton>
          )}
        </section>
      )}
    </aside>
  );
}

function EntryHistory({ editing: { edit, state, translation, restore } }: { editing: Editing }) {
  const { collection, key, live, scheduled, sample } = edit.row;
  const origin = sample && { id: "sample", title: "Sample", note: "Came with the site", value: sample };

  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const locale = translation && { of_locale: translation.locale };
    const history = supabase.rpc("entry_history", { of_collection: collection, of_key: key, ...locale });
    const rows = await unwrap(history, "The history could not be read");
    const changes = rows.filter(({ version, email, data: content }) => {
      const isSeeded = version === 1 && !email && sample && isSame(shape(state.field, content), sample);
      return !isSeeded;
    });
    const stored = changes.map(({ version, change, hidden, data: content, made_at, email }) => {
      const what = change === "removed" ? "Removed" : hidden ? "Hidden" : "Published";
      const note = `${what} by ${email ?? "a deleted account"}`;
      // An older text does not bring its address back.
      const value = shape(state.field, { ...(content as object), slug: edit.value.slug });
      return { id: String(version), title: dayAndTime(made_at), note, value };
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
