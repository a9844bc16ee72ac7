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
  const id = useId();
  // Without unsubmitted input the field shows the current search, which a link may have changed.
  const [typed, setTyped] = useState<string>();
  const wanted = typed?.trim() ?? search;

  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => onChange({ kind: chosen, search: wanted }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search, chosen, onChange]);

  function stopTyping() {
    setTyped(undefined);
    if (wanted !== search) onChange({ kind: chosen, search: wanted });
  }

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
      <div className="field">
        <label className="visually-hidden" htmlFor={id}>
          {searchLabel}
        </label>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          placeholder={searchLabel}
          // The head script clicks the first element with a shortcut when "/" is pressed.
          aria-keyshortcuts="/"
          onClick={({ currentTarget }) => currentTarget.focus()}
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed ?? search}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={stopTyping}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
    </div>
  );
}
