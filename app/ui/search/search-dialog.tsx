import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useFetcher, useHref } from "react-router";
import type { SearchResult } from "../../../domain/search-match.ts";
import { useUiWords } from "../words.ts";
import { SearchResults } from "./search-results.tsx";
import "./search-dialog.css";

export type SearchDialogHandle = { open(): void };

/** Debounces typing. */
const DEBOUNCE_MS = 120;

/** Site search, rendered when it is first opened. Its form submits to the search page. */
export function SearchDialog({ ref }: { ref: Ref<SearchDialogHandle> }) {
  const { search: words } = useUiWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpened, setIsOpened] = useState(false);
  const [query, setQuery] = useState("");
  const search = useFetcher<{ query: string; found: readonly SearchResult[] | undefined }>();
  const close = () => dialog.current?.close();

  useImperativeHandle(
    ref,
    () => ({ open: () => (dialog.current ? dialog.current.showModal() : setIsOpened(true)) }),
    [],
  );
  const { load } = search;
  useEffect(() => {
    if (!isOpened) return;
    dialog.current?.showModal();
    void load("/search");
  }, [isOpened, load]);

  function type(typed: string) {
    const q = typed.trim();
    setQuery(q);
    clearTimeout(debounce.current);
    debounce.current = setTimeout(() => load(q ? `/search?${new URLSearchParams({ q })}` : "/search"), DEBOUNCE_MS);
  }

  if (!isOpened) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its controls
    <dialog
      className="search-dialog"
      ref={dialog}
      aria-label={words.title}
      closedby="any"
      onKeyDown={moveThroughResults}
    >
      <SearchForm query={query} onType={type} onClose={close} />
      <button className="close" type="button" aria-label={words.close} onClick={close} />
      <div role="status" aria-live="polite">
        {search.data && !query === !search.data.query && (
          <>
            {!query && <p className="small">{words.suggested}</p>}
            <SearchResults found={search.data.found} onChoose={close} />
          </>
        )}
      </div>
    </dialog>
  );
}

type SearchFormProps = {
  query: string;
  onType: (typed: string) => void;
  onClose: () => void;
};

function SearchForm({ query, onType, onClose }: SearchFormProps) {
  const { search: words } = useUiWords();
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    onType("");
  }

  return (
    <form className="field" action={useHref("/search")} role="search">
      <label htmlFor="search-dialog">{words.label}</label>
      <div className="inline">
        <div className="search-input">
          <input
            id="search-dialog"
            name="q"
            type="search"
            autoComplete="off"
            maxLength={100}
            required
            ref={input}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              // Chromium would only clear the field.
              if (event.key === "Escape") onClose();
            }}
          />
          {query && <button className="close clear" type="button" aria-label={words.clear} onClick={clear} />}
        </div>
        <button className="button" type="submit">
          {words.title}
        </button>
      </div>
    </form>
  );
}

/** Arrow keys move the focus between the field and the results. */
function moveThroughResults(event: KeyboardEvent<HTMLDialogElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .results a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}
