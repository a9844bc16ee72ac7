import { useEffect, useState } from "react";
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

  useEffect(() => {
    if (typed.trim() === query.search) return;
    const timer = setTimeout(() => onChange({ ...query, search: typed.trim(), page: 1 }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query, onChange]);

  return (
    <div className="post-filter" role="search">
      <div className="tags" role="group" aria-label="State">
        {LIST_STATES.map((state) => (
          <button
            key={state}
            type="button"
            className="tag"
            aria-pressed={state === query.state}
            onClick={() => onChange({ ...query, state, page: 1 })}
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
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </div>
  );
}
