import { type ReactNode, useEffect, useId, useState } from "react";
import { Icon } from "./icon.tsx";

const TYPING_PAUSE_MS = 250;
const MAX_SEARCH_LENGTH = 200;

type ListFilterProps<Kind extends string> = {
  /** Label of the group of filter buttons. */
  label: string;
  kinds: readonly { readonly kind: Kind; readonly name: ReactNode }[];
  chosen: Kind;
  searchLabel: string;
  search: string;
  onChange: (wanted: { kind: Kind; search: string }) => void;
};

/** Filters a list by kind and by search text. */
export function ListFilter<Kind extends string>(props: ListFilterProps<Kind>) {
  const { label, kinds, chosen, searchLabel, search, onChange } = props;
  const { wanted, ...typing } = useTyping(search, (text) => onChange({ kind: chosen, search: text }));
  return (
    <div className="list-filter" role="search">
      <div className="tags" role="group" aria-label={label}>
        {kinds.map(({ kind, name }) => (
          <button
            key={kind}
            type="button"
            className="tag"
            aria-pressed={kind === chosen}
            onClick={() => onChange({ kind, search: wanted })}
          >
            {name}
          </button>
        ))}
      </div>
      <SearchField label={searchLabel} {...typing} />
    </div>
  );
}

type ListSearchProps = { label: string; search: string; onSearch: (search: string) => void };

/** The search of a list that has one kind only. */
export function ListSearch({ label, search, onSearch }: ListSearchProps) {
  const { wanted: _wanted, ...typing } = useTyping(search, onSearch);
  return (
    <div className="list-filter" role="search">
      <SearchField label={label} {...typing} />
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
