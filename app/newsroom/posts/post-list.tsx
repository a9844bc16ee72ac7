import { Suspense, use, useDeferredValue, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Post } from "../../../domain/posts/post.ts";
import { type Loaded, Part } from "../../auth/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Pagination } from "../../ui/layout/pagination.tsx";
import { Icon } from "../shell/icon.tsx";
import { ListFilter } from "../shell/list-filter.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import {
  LIST_STATES,
  type ListCounts,
  type ListedPost,
  type ListPage,
  type ListQuery,
  type ListState,
  PAGE_SIZE,
} from "./list-posts.ts";
import { addressOf, NoPosts, STATE_LABELS } from "./no-posts.tsx";
import { DraftEntry, PostEntry } from "./post-row.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { usePostChanges } from "./use-post-changes.ts";
import "./post-row.css";

/** The list has its own query, because the last list stays until the next has arrived. */
type FoundPosts = ListPage & { readonly query: ListQuery };
type PostListProps = {
  /** The signed-in account. */
  owner: string;
  query: ListQuery;
  /** The shipped posts that no stored post replaces. */
  shipped: readonly Post[];
  found: Promise<Loaded<FoundPosts>>;
  counts: Promise<Loaded<ListCounts>>;
};

/** The screen of /newsroom/posts: all stored posts and the writer's own drafts. */
export default function PostList({ owner, query, shipped, found, counts }: PostListProps) {
  const { state, search } = query;
  const navigate = useNavigate();
  const { heading, ...changes } = usePostChanges(owner, shipped);
  const { undoable } = changes;
  useNewsroomChanges(["blog_posts"]);

  return (
    <>
      <NewsroomHead title="Posts">
        <PageLink className="button compact" to="/blog/new">
          <Icon name="add" />
          New post
        </PageLink>
      </NewsroomHead>
      <div className="newsroom">
        <h2 className="visually-hidden" tabIndex={-1} ref={heading}>
          {STATE_LABELS[state]}
        </h2>
        <ListFilter
          label="State"
          kinds={LIST_STATES.map((kind) => ({ kind, name: <ViewName {...{ kind, counts }} /> }))}
          chosen={state}
          searchLabel="Search posts"
          search={search}
          onChange={(wanted) =>
            void navigate(addressOf({ state: wanted.kind, search: wanted.search, page: 1 }), { replace: true })
          }
        />
        {undoable && (
          <div className="newsroom-notice" role="status">
            <p>{undoable.text}</p>
            <button className="button compact outlined" type="button" onClick={() => void changes.undo(undoable)}>
              Undo
            </button>
          </div>
        )}
        <Part of={found} subject={addressOf(query)}>
          {(list) => <Results key={addressOf(list.query)} found={list} changes={changes} />}
        </Part>
      </div>
    </>
  );
}

type Changes = Omit<ReturnType<typeof usePostChanges>, "heading">;
type ViewNameProps = { kind: ListState; counts: Promise<Loaded<ListCounts>> };

/** The name with the count, once that is known. */
function ViewName({ kind, counts }: ViewNameProps) {
  return (
    <>
      {STATE_LABELS[kind]}{" "}
      <Suspense>
        <ViewCount {...{ kind, counts }} />
      </Suspense>
    </>
  );
}

function ViewCount({ kind, counts }: ViewNameProps) {
  const loaded = use(useDeferredValue(counts));
  return "data" in loaded && <small>{loaded.data[kind].toLocaleString("en-US")}</small>;
}

type ResultsProps = { found: FoundPosts; changes: Changes };

function Results({ found, changes }: ResultsProps) {
  const { query, drafts, count } = found;
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => changes.restoreFocus());
  const posts = found.posts.map((listed) => {
    const latest = changes.latest.get(listed.id);
    return latest && latest.version > listed.version ? { ...listed, ...latest } : listed;
  });
  const selected = posts.filter(({ id }) => selection.has(id));
  const selectable = query.state === "deleted" ? [] : posts.map(({ id }) => id);
  const withPost = (wanted: number, act: (post: ListedPost) => Promise<unknown>) => {
    const post = posts.find(({ id }) => id === wanted && selectable.includes(id));
    if (post) void act(post);
  };
  useListKeys({
    onDuplicate: (id) => withPost(id, changes.duplicate),
    onDelete: (id) => withPost(id, (post) => changes.moveToBin([post])),
    onEscape: () => setSelection(new Set()),
  });
  if (posts.length === 0 && drafts.length === 0) return <NoPosts query={query} />;

  const select = (ids: readonly number[], isSelected: boolean) =>
    setSelection(new Set([...selection].filter((id) => !ids.includes(id)).concat(isSelected ? ids : [])));
  return (
    <>
      <ListHead
        count={count}
        isSelected={selected.length === selectable.length}
        onSelect={selectable.length > 0 ? (isSelected) => select(selectable, isSelected) : undefined}
      />
      <ul className="post-rows">
        {drafts.map((draft) => (
          <DraftEntry key={draft.id} draft={draft} onRemove={() => void changes.removeDraft(draft.id)} />
        ))}
        {posts.map((post) => (
          <PostEntry
            key={post.id}
            post={post}
            isSelected={selection.has(post.id)}
            onSelect={selectable.includes(post.id) ? (isSelected) => select([post.id], isSelected) : undefined}
            onChange={(change) => void changes.change([post], change)}
            onDuplicate={() => void changes.duplicate(post)}
            onRemove={() => void changes.removeForGood(post.id)}
          />
        ))}
      </ul>
      {selected.length > 0 && (
        <SelectionBar selected={selected} changes={changes} onClear={() => setSelection(new Set())} />
      )}
      <Pagination
        page={query.page}
        pages={Math.max(1, Math.ceil(count / PAGE_SIZE))}
        addressOf={(page) => addressOf({ ...query, page })}
      />
    </>
  );
}

type ListHeadProps = { count: number; isSelected: boolean; onSelect: ((isSelected: boolean) => void) | undefined };

function ListHead({ count, isSelected, onSelect }: ListHeadProps) {
  return (
    <div className="post-rows-head">
      <span>
        {onSelect && (
          <input
            type="checkbox"
            aria-label="Select all posts on this page"
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        )}
      </span>
      <p className="list-count" role="status">
        {`${count.toLocaleString("en-US")} ${count === 1 ? "entry" : "entries"}`}
      </p>
      <span aria-hidden="true">State</span>
      <span className="post-row-author" aria-hidden="true">
        Author
      </span>
      <span className="post-row-category" aria-hidden="true">
        Category
      </span>
      <span aria-hidden="true">Date</span>
    </div>
  );
}
