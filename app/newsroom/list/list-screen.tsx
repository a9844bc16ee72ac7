import { Fragment, type ReactNode, type Ref, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Detail, type Loaded, Part } from "../../data/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Pagination } from "../../ui/layout/pagination.tsx";
import { useLanguage } from "../../ui/words.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { Icon } from "../shell/icon.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { Notice } from "../shell/notice.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { addressOf, type Counts, type FoundPage, type List, type ListQuery } from "./list-query.ts";
import { useListWords } from "./words.ts";
import "./list.css";

type ListScreenProps<View extends string, Row> = {
  list: List<View>;
  title: string;
  query: ListQuery<View>;
  found: Promise<Loaded<FoundPage<View, Row>>>;
  counts?: Counts<View>;
  nameCount?: (view: View, count: number) => string;
  className: string;
  rowsClassName: string;
  keyOf: (row: Row) => string;
  /** Renders a list item with the box that selects it. */
  renderRow: (row: Row, query: ListQuery<View>, box: ReactNode) => ReactNode;
  /** The heading above the rows that have the same one. */
  groupOf?: (row: Row) => string;
  selection?: Selection<View, Row>;
  /** Actions on the focused row. J and K move between the rows of every list. */
  keys?: Readonly<Record<string, (row: Row) => void>>;
  /** The last change, which the notice above the rows offers to revert. */
  undoable?: Undoable | undefined;
  focus?: RowFocus;
  action?: ReactNode;
  intro?: ReactNode;
  filter?: ReactNode;
  /** Beside the count: the names of the columns, or an action on the whole list. */
  renderHead?: (query: ListQuery<View>) => ReactNode;
  /** Below the rows, and beside them. */
  foot?: ReactNode;
  aside?: ReactNode;
};

export type Undoable = { readonly text: string; readonly undo: () => void };

type Selection<View extends string, Row> = {
  /** "posts" */
  readonly noun: string;
  /** Undefined for a row that cannot be selected. */
  readonly nameOf: (row: Row, query: ListQuery<View>) => string | undefined;
  readonly renderActions: (selected: readonly Row[], clear: () => void) => ReactNode;
};

export function ListScreen<View extends string, Row>(props: ListScreenProps<View, Row>) {
  const { list, query, found, counts, nameCount, undoable } = props;
  const ownFocus = useRowFocus();
  const focus = props.focus ?? ownFocus;
  const navigate = useNavigate();
  const words = useListWords();
  const language = useLanguage();
  const subject = addressOf(list, { ...query, opened: undefined });
  return (
    <div className={`list-screen ${props.className}`}>
      <NewsroomHead title={props.title}>{props.action}</NewsroomHead>
      <div className="list">
        {props.intro}
        <ListFilter
          {...{ list, query }}
          heading={focus.heading}
          renderCount={(view) => {
            const render = (count = 0) =>
              count > 0 && <small>{nameCount?.(view, count) ?? count.toLocaleString(language)}</small>;
            return counts && <Detail of={counts}>{(known) => render(known?.[view])}</Detail>;
          }}
          onChange={(wanted) => void navigate(addressOf(list, wanted), { replace: true })}
        >
          {props.filter}
        </ListFilter>
        {undoable && (
          <Notice action={words.undo} onAction={undoable.undo}>
            {undoable.text}
          </Notice>
        )}
        <Part of={found} subject={subject}>
          {(page) => (
            <Results key={addressOf(list, { ...page.query, opened: undefined })} {...props} {...{ page, focus }} />
          )}
        </Part>
        {props.foot}
      </div>
      {props.aside}
    </div>
  );
}

type ResultsProps<View extends string, Row> = ListScreenProps<View, Row> & {
  page: FoundPage<View, Row>;
  focus: RowFocus;
};

function Results<View extends string, Row>({ page, focus, ...props }: ResultsProps<View, Row>) {
  const { list, selection, keyOf } = props;
  const { rows, count = rows.length, last } = page;
  const query = { ...page.query, opened: props.query.opened };
  const words = useListWords();
  const language = useLanguage();
  const names = new Map(rows.map((row) => [row, selection?.nameOf(row, query)]));
  const selectable = rows.filter((row) => names.get(row));
  const { selected, select, clear } = useSelected(selectable, keyOf);
  useEffect(() => focus.restore());
  useListKeys(rows, query.opened !== undefined, { Escape: clear, ...props.keys });
  if (rows.length === 0) return <EmptyList {...{ list, query }} />;

  const renderBox = (label: string, changed: readonly Row[], isChecked: boolean) => (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={({ target }) => select(changed, target.checked)}
    />
  );
  const renderRow = (row: Row) => {
    const name = names.get(row);
    const box = name && renderBox(words.select(name), [row], selected.includes(row));
    return <Fragment key={keyOf(row)}>{props.renderRow(row, query, box)}</Fragment>;
  };
  return (
    <>
      {page.count !== undefined && (
        <div className="cluster list-head">
          {selectable.length > 0 &&
            renderBox(words.selectAll(selection?.noun), selectable, selected.length === selectable.length)}
          <p className="list-count" role="status">
            {words.count(count.toLocaleString(language), list.noun[count === 1 ? 0 : 1])}
          </p>
          {props.renderHead?.(query)}
        </div>
      )}
      {[...Map.groupBy(rows, props.groupOf ?? (() => ""))].map(([group, ofGroup]) => (
        <Fragment key={group}>
          {group && <h2>{group}</h2>}
          <ul className={`list-rows ${props.rowsClassName}`}>{ofGroup.map(renderRow)}</ul>
        </Fragment>
      ))}
      {selected.length > 0 && (
        <div className="cluster selection-bar" role="group" aria-label={words.selectedOf(selection?.noun)}>
          <b role="status">{words.selected(selected.length)}</b>
          {selection?.renderActions(selected, clear)}
          <button className="bare" type="button" onClick={clear}>
            {words.clear} <kbd aria-hidden="true">{words.escape}</kbd>
          </button>
        </div>
      )}
      <Pagination
        page={query.page}
        pages={Math.ceil(count / list.pageSize)}
        addressOf={(number) => addressOf(list, { ...query, opened: undefined, page: number })}
      />
      {last && (
        <p>
          <PageLink className="link" to={addressOf(list, { ...query, before: last })}>
            {words.older(list.noun[1])}
          </PageLink>
        </p>
      )}
    </>
  );
}

function useSelected<Row>(selectable: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = selectable.filter((row) => keys.has(keyOf(row)));
  return {
    selected,
    select: (changed: readonly Row[], isSelected: boolean) => {
      const others = selected.filter((row) => !changed.includes(row));
      setKeys(new Set([...others, ...(isSelected ? changed : [])].map(keyOf)));
    },
    clear: () => setKeys(new Set()),
  };
}

function EmptyList<View extends string>({ list, query }: { list: List<View>; query: ListQuery<View> }) {
  const { view, search, page } = query;
  const words = useListWords();
  const { empty } = words;
  if (page > 1) {
    const to = addressOf(list, { ...query, page: 1 });
    return <EmptyState level={2} title={empty.pastEnd} text={empty.pastEndText} action={empty.first} to={to} />;
  }
  if (search) {
    const text = words.notFound(list.notFound, search);
    const to = addressOf(list, { view });
    return <EmptyState level={2} title={empty.notFound} text={text} action={empty.showAll} to={to} />;
  }
  return <EmptyState level={2} title={empty.title} {...list.empty(query)} />;
}

const LIST_ITEMS = ".list-rows > li";
const items = () => [...document.querySelectorAll(LIST_ITEMS)];

/** J and K move between rows, or open the next one if one is open. */
function useListKeys<Row>(
  rows: readonly Row[],
  hasOpened: boolean,
  { Escape, ...keys }: Readonly<Record<string, (row: Row) => void>> & { readonly Escape: () => void },
): void {
  const move = (target: HTMLElement, step: 1 | -1) => {
    const links = items().flatMap((item) => item.querySelector<HTMLElement>("a, button") ?? []);
    const current = links.findIndex((link) =>
      hasOpened ? link.ariaCurrent === "true" : link.closest(LIST_ITEMS) === target.closest(LIST_ITEMS),
    );
    if (hasOpened) links[current + step]?.click();
    else links[Math.max(0, current + step)]?.focus();
  };
  const withRow = (act: (row: Row) => void) => (target: HTMLElement) => {
    const row = rows[items().findIndex((item) => item.contains(target))];
    if (row) act(row);
  };
  useKeys({
    ...Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, withRow(act)])),
    j: (target) => move(target, 1),
    k: (target) => move(target, -1),
    Escape,
  });
}

export type RowFocus = ReturnType<typeof useRowFocus>;

// A change may remove the focused element; the focus then moves to the row's link or the list's heading. The list
// restores it after each rendering, because the new rows arrive later than the change.
export function useRowFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef<string>(undefined);
  const restore = useCallback(() => {
    const { activeElement, body } = document;
    if (changed.current === undefined || (activeElement !== body && activeElement !== heading.current)) return;
    (document.getElementById(`row-${changed.current}`) ?? heading.current)?.focus({ preventScroll: true });
  }, []);
  /** An empty key means that the row is gone. */
  const focusAfterChange = useCallback((key: string) => void (changed.current = key), []);
  return useMemo(() => ({ heading, restore, focusAfterChange }), [restore, focusAfterChange]);
}

const TYPING_PAUSE_MS = 250;
const MAX_SEARCH_LENGTH = 200;

type ListFilterProps<View extends string> = {
  list: List<View>;
  query: ListQuery<View>;
  /** The name of the shown view; visible in a list with one view only. */
  heading: Ref<HTMLHeadingElement>;
  renderCount: (view: View) => ReactNode;
  onChange: (wanted: Partial<ListQuery<View>>) => void;
  children: ReactNode;
};

function ListFilter<View extends string>(props: ListFilterProps<View>) {
  const { list, query, heading, renderCount, onChange, children } = props;
  const { view: shown, search, filters } = query;
  const { wanted, ...typing } = useTyping(search, (text) => onChange({ view: shown, search: text, filters }));
  const views = Object.keys(list.views) as View[];
  return (
    <div className="cluster list-filter" role="search">
      <h2 className={views.length > 1 ? "visually-hidden" : undefined} tabIndex={-1} ref={heading}>
        {list.views[shown]}
      </h2>
      {views.length > 1 && (
        <div className="tags" role="group" aria-label={list.label}>
          {views.map((view) => (
            <button
              key={view}
              type="button"
              className="tag"
              aria-pressed={view === shown}
              onClick={() => onChange({ view, search: wanted, filters })}
            >
              {list.views[view]} {renderCount(view)}
            </button>
          ))}
        </div>
      )}
      {children}
      {list.searchLabel && <SearchField label={list.searchLabel} {...typing} />}
    </div>
  );
}

function useTyping(search: string, onSearch: (search: string) => void) {
  // Without unsubmitted input the field shows the current search, which a link may have changed.
  const [typed, setTyped] = useState<string>();
  const wanted = typed?.trim() ?? search;

  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => onSearch(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search, onSearch]);

  function stopTyping() {
    setTyped(undefined);
    if (wanted !== search) onSearch(wanted);
  }

  return { wanted, value: typed ?? search, onType: setTyped, onBlur: stopTyping };
}

type SearchFieldProps = { label: string; value: string; onType: (text: string) => void; onBlur: () => void };

function SearchField({ label, value, onType, onBlur }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        placeholder={label}
        // The head script clicks the first element with a shortcut when "/" is pressed.
        aria-keyshortcuts="/"
        onClick={({ currentTarget }) => currentTarget.focus()}
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onBlur={onBlur}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
