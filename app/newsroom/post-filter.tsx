import { useRef, useState } from "react";
import { LIST_STATES, type ListQuery } from "./list-posts.ts";

const LABELS = {
  all: "All",
  published: "Published",
  scheduled: "Scheduled",
  drafts: "Drafts",
  unpublished: "Unpublished",
  deleted: "Deleted",
} as const;
const TYPING_PAUSE_MS = 250;

type PostFilterProps = { query: ListQuery; onChange: (query: ListQuery) => void };

export function PostFilter({ query, onChange }: PostFilterProps) {
  const [typed, setTyped] = useState(query.search);
  const [followed, setFollowed] = useState(query.search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A link has led to another search.
  if (followed !== query.search) {
    setFollowed(query.search);
    if (typed.trim() !== query.search) setTyped(query.search);
  }

  function type(text: string) {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onChange({ ...query, search: text.trim(), page: 1 }), TYPING_PAUSE_MS);
  }

  function choose(state: ListQuery["state"]) {
    clearTimeout(pause.current);
    onChange({ state, search: typed.trim(), page: 1 });
  }

  return (
    <div className="post-filter" role="search">
      <div className="tags" role="group" aria-label="State">
        {LIST_STATES.map((state) => (
          <button
            key={state}
            type="button"
            className="tag"
            aria-pressed={state === query.state}
            onClick={() => choose(state)}
          >
            {LABELS[state]}
          </button>
        ))}
      </div>
      <div className="field">
        <label htmlFor="search-posts">Search posts</label>
        <input
          id="search-posts"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </div>
    </div>
  );
}
