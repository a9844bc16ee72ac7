import { useMemo, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { Collection, CollectionName, StoredContent } from "../../../domain/content/collections.ts";
import { hasPage, pageOfEntry } from "../../../domain/content/entry-pages.ts";
import { emptyValue } from "../../../domain/content/fields.ts";
import { plainText } from "../../../domain/content/rich-text.ts";
import { describe, type Messages, shape, type Value } from "../../../domain/content/values.ts";
import { titleSlug } from "../../../domain/posts/slug.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, Part, useRows } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { reportFailure } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { useLeaving } from "../addresses/leave-dialog.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { dayAndTime, siteDay } from "../shell/times.ts";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import {
  type CollectionState,
  collectionState,
  describeEntry,
  type Entry,
  isClosed,
  isShown,
  positionAt,
  refusedPath,
  valueOfRow,
} from "./entry-states.ts";
import { type Artwork, ArtworkContext, EntryThumbnail } from "./picture-control.tsx";
import { changeEntry, NO_ROWS, publish, removeStored, SITE_TABLES, type SiteRows, storeDraft } from "./site-rows.ts";
import { useLift } from "./use-lift.tsx";
import { reportRefused, type SiteWords, useFieldWords, useSiteWords } from "./words.ts";
import "./site.css";
import "./site-controls.css";

type CollectionScreenProps = {
  shipped: StoredContent;
  artwork: Artwork;
  today: string;
  name: CollectionName;
  found: Promise<Loaded<SiteRows>>;
};

export default function CollectionScreen({ shipped, artwork, today, name, found }: CollectionScreenProps) {
  return (
    <Part of={found} subject={name}>
      {(rows) => (
        <ArtworkContext value={artwork}>
          <EntryList {...{ shipped, today, rows, name }} />
        </ArtworkContext>
      )}
    </Part>
  );
}

function SitePath() {
  const words = useSiteWords();
  return (
    <nav className="entry-path" aria-label={words.path}>
      <PageLink to="/newsroom/site">{words.site}</PageLink> <span aria-hidden="true">/</span>
    </nav>
  );
}

type ListCollection = Collection & { readonly kind: "list" };

type EntryListProps = { shipped: StoredContent; today: string; rows: SiteRows; name: CollectionName };

function EntryList({ shipped, today, rows, name }: EntryListProps) {
  const words = useSiteWords();
  const say = useFieldWords();
  const state = useMemo(() => collectionState(shipped, rows, name, say), [shipped, rows, name, say]);
  const collection = state.collection as ListCollection;
  const { removed, change, remove, undo } = useEntryChanges();
  const [isAdding, setAdding] = useState(false);
  const { entries, move, store } = useOrder(state.entries, change);
  const movable = entries.filter(({ position }) => Number.isFinite(position));
  const { list, lifted, renderGrip, bar } = useLift({
    count: movable.length,
    one: collection.one.charAt(0).toUpperCase() + collection.one.slice(1),
    onMove: move,
    onDrop: store,
  });
  // A list that is being reordered is loaded again when the entry is put down.
  const { revalidate } = useRevalidator();
  useNewsroomChanges(SITE_TABLES, () => lifted === undefined && void revalidate());
  const isFull = state.entries.length >= collection.max && state.shown >= collection.max;

  return (
    <div className="site-collection">
      <NewsroomHead title={collection.label} note={name === "pages" ? undefined : <SitePath />}>
        <button
          className="button compact"
          type="button"
          aria-disabled={isFull}
          title={isFull ? words.isFull(collection.max) : undefined}
          onClick={() => !isFull && setAdding(true)}
        >
          {words.add(collection.one)}
        </button>
      </NewsroomHead>
      <p className="small">
        {words.list.where(collection.where, name === "pages" ? "" : sizeText(words, collection)).trim()}
      </p>
      {removed && (
        <div className="notice" role="status">
          <p>{words.list.removed(removed.title)}</p>
          <button className="tool" type="button" onClick={() => void undo(removed)}>
            {words.undo}
          </button>
        </div>
      )}
      <ul className="entry-rows" ref={list}>
        {entries.map((entry, index) => {
          const place = String(index);
          return (
            <li key={place} className={lifted === index ? "lifted" : undefined}>
              {index < movable.length ? renderGrip(index, entry.title) : <span />}
              <EntryRow
                {...{ entry, collection, today }}
                isLeast={isShown(entry) && state.shown <= collection.min}
                isMost={state.shown >= collection.max}
                onHide={(hidden) => change((supabase) => changeEntry(supabase, entry, { hidden }))}
                onRemove={() => remove(entry)}
              />
            </li>
          );
        })}
      </ul>
      {entries.length === 0 && <p className="small">{words.list.none(collection.one)}</p>}
      {bar}
      <RemovedEntries {...{ state, isFull }} onChange={change} />
      {isAdding && <AddDialog state={state} collection={collection} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** More than a row has room for. */
const NOTE_LENGTH = 240;

const sizeText = ({ list }: SiteWords, { min, max }: ListCollection) =>
  min === max ? list.always(min) : list.room(min, max);

type EntryRowProps = {
  entry: Entry;
  collection: ListCollection;
  today: string;
  /** The page needs it. */
  isLeast: boolean;
  isMost: boolean;
  onHide: (hidden: boolean) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

function EntryRow({ entry, collection, today, isLeast, isMost, onHide, onRemove }: EntryRowProps) {
  const words = useSiteWords();
  const { kind, text } = describeEntry(words.states, entry);
  const isHidden = entry.state === "hidden";
  const { leave, question } = useLeaving();
  const isRefused = isHidden ? isMost : isLeast;
  const kindOfAction = isHidden ? "show" : entry.shipped ? "hide" : "remove";
  const { action, label } = words.list.actions[kindOfAction];
  return (
    <>
      <EntryThumbnail entry={entry} />
      <span className="entry-row-title site-name">
        <PageLink to={`/newsroom/site/${entry.collection}/${entry.key}`}>{entry.title}</PageLink>
        <small className="truncate">{noteOf(words, entry, collection)}</small>
      </span>
      <span className="cluster entry-row-state">
        <StateMark kind={kind}>{text}</StateMark>
        {isClosed(entry, today) && <StateMark kind="hidden">{words.states.closed}</StateMark>}
        {entry.draft && entry.state !== "new" && <StateMark kind="draft">{words.states.draft}</StateMark>}
      </span>
      <button
        className="tool"
        type="button"
        aria-label={label(entry.title)}
        aria-disabled={isRefused}
        title={isRefused ? refusal(words, collection, isHidden) : undefined}
        onClick={() => {
          if (isRefused) return;
          if (kindOfAction === "show") void onHide(false);
          else if (kindOfAction === "remove") leave(pageOf(entry), "Remove", onRemove);
          else leave(pageOf(entry), "Hide", () => onHide(true));
        }}
      >
        {action}
      </button>
      {question}
    </>
  );
}

function pageOf(entry: Entry) {
  const { collection, key: id, live, title } = entry;
  if (!hasPage(collection) || !isShown(entry)) return [];
  return [{ path: pageOfEntry(collection, { id, slug: live?.slug || undefined, path: entry.value.path }), title }];
}

/** A page is known by its address, other entries by their texts. */
const noteOf = (words: SiteWords, { collection: name, value }: Entry, { title }: ListCollection) =>
  name === "pages"
    ? describe(value.path)
    : plainText(describe({ ...value, [title]: "", image: "", slug: "" }, words.none)).slice(0, NOTE_LENGTH);

const refusal = (words: SiteWords, { min, max }: ListCollection, isHidden: boolean) =>
  isHidden ? words.isFull(max) : words.isLeast(min);

const entryId = ({ collection, key }: Entry) => ({ collection, key });

function useEntryChanges() {
  const { revalidate } = useRevalidator();
  const [removed, setRemoved] = useState<Entry>();

  async function change(write: (supabase: Supabase) => Promise<unknown>): Promise<boolean> {
    try {
      await write(await loadSupabase());
      return true;
    } catch (error) {
      await reportRefused(error);
      return false;
    } finally {
      await revalidate();
    }
  }

  return {
    removed,
    change,
    remove: async (entry: Entry) => {
      const isRemoved = await change((supabase) => removeStored(supabase, entryId(entry)));
      if (isRemoved) setRemoved(entry);
      return isRemoved;
    },
    undo: async (entry: Entry) => {
      setRemoved(undefined);
      await change(async (supabase) => {
        const { live, scheduled, draft, position } = entry;
        const again = { ...entryId(entry), ...NO_ROWS, position };
        if (live) await publish(supabase, { ...again, data: valueOfRow(live) as Value });
        if (scheduled) {
          await publish(supabase, { ...again, data: valueOfRow(scheduled) as Value, liveFrom: scheduled.live_from });
        }
        if (draft) await storeDraft(supabase, entryId(entry), entry.value, { draft: undefined, entry: 0 });
      });
    },
  };
}

type AddDialogProps = { state: CollectionState; collection: ListCollection; onClose: () => void };

/** Asks for the title, because the lasting key is made from it, and for the address of a page. */
function AddDialog({ state, collection, onClose }: AddDialogProps) {
  const navigate = useNavigate();
  const words = useSiteWords();
  const say = useFieldWords();
  const [title, setTitle] = useState("");
  /** Undefined until it is typed: it then follows the title. */
  const [typed, setTyped] = useState<string>();
  const [errors, setErrors] = useState<Messages>({});
  const [isBusy, setBusy] = useState(false);
  const hasPath = state.name === "pages";
  const path = typed ?? (title.trim() ? `/${keyFrom(title)}` : "");

  async function add() {
    const refused = hasPath ? refusedPath(state, path) : undefined;
    const missing = title.trim() ? undefined : words.list.needed;
    if (missing || refused)
      return setErrors({ ...(missing && { title: missing }), ...(refused && { path: say(refused) }) });
    setBusy(true);
    const address = { collection: state.name, key: freeKey(state, title) };
    const empty = emptyValue(state.field, siteDay()) as Entry["value"];
    const value = { ...empty, [collection.title]: title.trim(), ...(hasPath && { path }) };
    try {
      await storeDraft(await loadSupabase(), address, value, { draft: undefined, entry: 0 });
      await navigate(`/newsroom/site/${address.collection}/${address.key}`);
    } catch (failure) {
      setBusy(false);
      await reportFailure(words.failed, failure);
    }
  }

  return (
    <Dialog
      title={words.add(collection.one)}
      action={words.list.continue}
      isBusy={isBusy}
      onDone={() => void add()}
      onClose={onClose}
    >
      <TextField
        label={state.field.fields?.[collection.title]?.label ?? words.list.title}
        hint={words.list.later}
        value={title}
        error={errors.title}
        onChange={({ target }) => setTitle(target.value)}
      />
      {hasPath && (
        <TextField
          label={words.list.address}
          hint={state.field.fields?.path?.hint}
          value={path}
          error={errors.path}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Dialog>
  );
}

/** An address has room for it, too. */
const MAX_KEY_LENGTH = 60;

function keyFrom(title: string): string {
  const slug = titleSlug(title.trim(), document.documentElement.lang)
    .replace(/[^a-z0-9-]/g, "")
    .replace(/^-+/, "")
    .slice(0, MAX_KEY_LENGTH);
  return slug || "entry";
}

function freeKey({ entries }: CollectionState, title: string): string {
  const key = keyFrom(title);
  const taken = new Set(entries.flatMap(({ key: own, live }) => [own, live?.slug]));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The order on the screen while an entry is moved; one write stores it. */
function useOrder(
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

function RemovedEntries({ state, isFull, onChange }: RemovedEntriesProps) {
  const words = useSiteWords().list;
  const removed = useRemoved(state);
  if (removed.length === 0) return null;
  return (
    <section className="removed-entries" aria-labelledby="removed">
      <h3 id="removed">{words.deleted}</h3>
      <p className="small">{isFull ? words.full : words.kept}</p>
      <ul className="entry-rows">
        {removed.map(({ key, title, note, value, position }) => (
          <li key={key}>
            <span />
            <span className="entry-row-title">{title}</span>
            <span className="cluster entry-row-state">{note}</span>
            <button
              className="tool"
              type="button"
              aria-label={words.labelOfBringBack(title)}
              aria-disabled={isFull}
              onClick={() => {
                const again = { collection: state.name, key, data: value, position };
                if (!isFull) void onChange((supabase) => publish(supabase, { ...again, ...NO_ROWS }));
              }}
            >
              {words.bringBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Read again when an entry was removed or brought back. */
function useRemoved({ name, field, collection, entries }: CollectionState): readonly Removed[] {
  const words = useSiteWords();
  const keys = entries.map(({ key }) => key);
  const loaded = useRows(`${name} ${keys.join(" ")}`, (supabase) =>
    unwrap(supabase.rpc("removed_entries", { of_collection: name }), "The removed entries could not be read"),
  );
  const found = loaded && "data" in loaded ? loaded.data.filter(({ key }) => !keys.includes(key)) : [];
  return found.map(({ key, data: kept, position, made_at, email }) => {
    const value = shape(field, kept);
    const title = (collection.kind === "list" && (value[collection.title] as string)) || key;
    const note = words.list.removedBy(dayAndTime(made_at), email ?? words.deletedAccount);
    return { key, title, note, value, position };
  });
}
