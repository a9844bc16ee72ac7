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
import { findMissing, linksIn, Listed, useBrokenTitle } from "../addresses/broken-links.tsx";
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
import { useNamedOthers, useOthersHere } from "../shell/use-others-here.ts";
import { type EntryForm, GroupFields } from "./entry-field.tsx";
import { collectionState, describeEntry, type Entry } from "./entry-states.ts";
import { type Artwork, ArtworkContext } from "./picture-control.tsx";
import type { SiteRows } from "./site-rows.ts";
import { checkEdit, type Editing, type EntryEdit, type EntryOptions, publishedValue, useEntry } from "./use-entry.ts";
import { type SiteWords, useFieldWords, useSiteWords } from "./words.ts";
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
  const words = useSiteWords().entry;
  const say = useFieldWords();
  return (
    <Part of={found} subject={`${name}/${entryKey}/${locale}`}>
      {({ rows, languages, translated }) => {
        const originals = collectionState(shipped, rows, name, say);
        const { first } = languages;
        const state = locale ? translatedState(originals, translated.rows, { first, locale }, say) : originals;
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
            title={words.missing}
            text={words.missingText}
            action={words.toList(state.collection.label)}
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
  const words = useSiteWords().entry;
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
  const fields = { form: useEntryForm(editing), field: state.field };
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
            {words.form}
          </button>
          <button type="button" aria-pressed={isPreviewing} onClick={() => setPreviewing(true)}>
            {words.preview}
          </button>
        </p>
        <button
          className="button compact outlined"
          type="button"
          aria-disabled={!hasChange || isBusy}
          onClick={() => hasChange && setScheduling(true)}
        >
          {words.later}
        </button>
        <button className="button compact" aria-disabled={!hasChange || isBusy}>
          {isBusy ? words.publishing : words.publish}
        </button>
      </header>
      <div className="entry-form">
        {!isShared(state.name) && <LanguageTabs {...{ languages, locale }} />}
        <EntryNotices editing={editing} />
        {state.name === "design" ? <DesignForm {...fields} /> : <GroupFields {...fields} path="" />}
      </div>
      <EntryAside editing={editing} showsPreview={isWide || isPreviewing} />
      {warning}
      {isScheduling && (
        <ScheduleDialog
          action={words.schedule}
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
  const words = useSiteWords().entry;
  const brokenTitle = useBrokenTitle();
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
        action={words.publishAnyway}
        dismiss={words.backToForm}
        onDone={() => {
          setHeld(undefined);
          held.publish();
        }}
        onClose={() => setHeld(undefined)}
      >
        <Listed intro={words.noPage} items={held.missing} />
      </Dialog>
    ),
  };
}

const isHiddenOrNew = ({ edit: { row: entry } }: Editing) => entry.state === "new" || (entry.live?.hidden ?? false);

function EntryPath({ editing: { state, edit } }: { editing: Editing }) {
  const words = useSiteWords();
  const { collection, name } = state;
  const title =
    collection.kind === "list" ? (edit.value[collection.title] as string) || edit.row.title : collection.label;
  return (
    <div className="entry-path">
      {/* The design has a place of its own in the rail. */}
      {name !== "design" && (
        <nav aria-label={words.path}>
          {name !== "pages" && (
            <>
              <PageLink to="/newsroom/site">{words.site}</PageLink> <span aria-hidden="true">/</span>{" "}
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
  const words = useSiteWords().entry;
  const { row: entry, taken } = edit;
  const others = useOthersHere(`entries/${entry.collection}/${entry.key}`);
  const namedOthers = useNamedOthers(others, "entry");
  const count = Object.keys(errors).length;
  return (
    <div className="entry-notices">
      <div role="alert">{count > 0 && <p className="notice bad">{words.notPublished(count)}</p>}</div>
      {others.length > 0 && (
        <p className="notice" role="status">
          {namedOthers}
        </p>
      )}
      {entry.reason && (
        <p className="notice bad">
          {words.misfit(entry.reason)}
          {entry.shipped ? words.sampleUntil : words.notSeen}
        </p>
      )}
      {entry.live?.hidden && <p className="notice">{words.hidden}</p>}
      {entry.scheduled && (
        <div className="notice due">
          <p>{words.due(dayAndTime(entry.scheduled.live_from))}</p>
          <button className="tool" type="button" onClick={() => void unschedule()}>
            {words.unschedule}
          </button>
        </div>
      )}
      <TakenNotice taken={taken} field={state.field} onDismiss={dismissTaken} />
    </div>
  );
}

function useEntryForm({ edit, errors, state, translation, change, settle }: Editing): EntryForm {
  const say = useFieldWords();
  const published = shape(state.field, publishedValue(edit.row));
  const paths = new Set(leaves(state.field).map(({ path }) => path));
  return {
    valueAt: (path) => valueAt(edit.value, path),
    errorAt: (path) => errors[path] && say(errors[path]),
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
  const { kind, text } = describeEdit(useSiteWords(), useDraftWords().saving, entry, saving);
  return (
    <p className="entry-status" role="status">
      <StateMark kind={kind}>{text}</StateMark>
    </p>
  );
}

function describeEdit(
  words: SiteWords,
  drafts: DraftWords["saving"],
  entry: Entry,
  saving: EntryEdit["saving"],
): { kind: MarkKind; text: string } {
  if (saving === "saving") return { kind: "draft", text: words.entry.saving };
  const text = describeSaving(saving, entry.draft?.updated_at, drafts);
  if (!text) return describeEntry(words.states, entry);
  return { kind: saving === "unsaved" || saving === "gone" ? "misfit" : "draft", text };
}

/** Right of the line: the page with the draft, where the entry is shown, and the ways back. */
function EntryAside({ editing, showsPreview }: { editing: Editing; showsPreview: boolean }) {
  const words = useSiteWords().entry;
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
    <aside className="entry-aside" aria-label={words.about}>
      {showsPreview && (
        <PreviewFrame
          subject={subject}
          current={`${current} ${draft?.version}`}
          {...(state.name === "design" && { design: edit.value as Value & Style })}
        />
      )}
      <section>
        <h2>{words.where}</h2>
        <p>{`${state.collection.where}.`}</p>
      </section>
      <PreviewLinks {...{ subject, current }} hasChange={draft !== undefined || scheduled !== undefined} />
      <EntryHistory editing={editing} />
      {translation && live && (
        <section>
          <h2>{words.translation}</h2>
          {translation.was && changedWords(state.field, translation.was, translation.original).some(isNoAddress) && (
            <button className="tool" type="button" aria-disabled={isBusy} onClick={() => void editing.approve()}>
              {words.stillRight}
            </button>
          )}
          <ConfirmButton busy={isBusy} onYes={() => void editing.remove()}>
            {words.removeTranslation}
          </ConfirmButton>
        </section>
      )}
      {(draft || (shipped && (live || scheduled))) && (
        <section>
          <h2>{words.takeBack}</h2>
          {draft && (
            <ConfirmButton busy={isBusy} question={words.discard} onYes={() => void discardDraft()}>
              {words.discard.action}
            </ConfirmButton>
          )}
          {shipped && (live || scheduled) && (
            <ConfirmButton busy={isBusy} onYes={() => void backToSample()}>
              {words.backToSample}
            </ConfirmButton>
          )}
        </section>
      )}
    </aside>
  );
}

function EntryHistory({ editing: { edit, state, translation, restore } }: { editing: Editing }) {
  const words = useSiteWords();
  const { collection, key, live, scheduled, sample } = edit.row;
  const origin = sample && { id: "sample", title: words.states.sample, note: words.entry.cameWith, value: sample };

  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const locale = translation && { of_locale: translation.locale };
    const history = supabase.rpc("entry_history", { of_collection: collection, of_key: key, ...locale });
    const rows = await unwrap(history, "The history could not be read");
    const changes = rows.filter(({ version, email, data: content }) => {
      const isSeeded = version === 1 && !email && sample && isSame(shape(state.field, content), sample);
      return !isSeeded;
    });
    const stored = changes.map(({ version, change, hidden, data: content, made_at, email }) => {
      const what = change === "removed" ? "removed" : hidden ? "hidden" : "published";
      const note = words.entry.changes[what](email ?? words.deletedAccount);
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
      submitLabel={words.entry.publish}
      onRestore={restore}
    />
  );
}
