import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { type Loaded, Part } from "../../auth/load.tsx";
import { reportFailure } from "../../auth/session-failure.ts";
import { showFailure } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Pagination } from "../../ui/layout/pagination.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { ListFilter } from "../shell/list-filter.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import { LIST_STATES, type ListPage, type ListQuery, type ListState, PAGE_SIZE } from "./list-posts.ts";
import { DraftEntry, PostEntry } from "./post-row.tsx";
import {
  findPostById,
  type PostChange,
  removePost,
  type ReplaceResult,
  replacePost,
  type StoredPost,
} from "./post-rows.ts";
import "./post-list.css";

type Deleted = { readonly id: number; readonly title: string };

const NOT_CHANGED = "Failed to change the post. Please try again.";

/** The list has its own query, because the last list stays until the next has arrived. */
type FoundPosts = ListPage & { readonly query: ListQuery };
type PostListProps = { query: ListQuery; found: Promise<Loaded<FoundPosts>> };

/** The screen of /newsroom/posts: all stored posts and the writer's own drafts. */
export default function PostList({ query, found }: PostListProps) {
  const { state, search } = query;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  /** Shown instead of its row, so that the next click has the new version before the list is loaded again. */
  const [latest, setLatest] = useState<StoredPost>();
  const [deleted, setDeleted] = useState(useDeletedFromEditor());
  const { heading, focusAfterChange } = useFocusOnChange();
  useNewsroomChanges(["blog_posts"]);

  async function change(post: { id: number; version: number }, changed: PostChange) {
    focusAfterChange(post.id);
    const supabase = await loadSupabase();
    const outcome = await replacePost(supabase, post, changed);
    const current = outcome === "stale" ? await findPostById(supabase, post.id).catch(() => undefined) : outcome;
    if (typeof current === "object") showChanged(current);
    await reportRefusal(outcome);
    void revalidate();
    return outcome;
  }

  function showChanged(post: StoredPost) {
    if (post.deleted_at) setDeleted({ id: post.id, title: post.title });
    else if (deleted?.id === post.id) setDeleted(undefined);
    setLatest(post);
  }

  async function undo(undone: Deleted) {
    const post = await findPostById(await loadSupabase(), undone.id).catch(() => "failed" as const);
    if (post === "failed") return reportFailure(NOT_CHANGED);
    setDeleted(undefined);
    if (post && (await change(post, { deleted_at: null })) === "failed") setDeleted(undone);
  }

  async function removeForGood(id: number) {
    focusAfterChange(id);
    if (!(await removePost(await loadSupabase(), id)))
      await reportFailure("Failed to delete the post. Please try again.");
    void revalidate();
  }

  return (
    <>
      <NewsroomHead title="Posts">
        <PageLink className="button compact" to="/blog/new">
          New post
        </PageLink>
      </NewsroomHead>
      <div className="newsroom">
        <h2 className="visually-hidden" tabIndex={-1} ref={heading}>
          {STATE_LABELS[state]}
        </h2>
        {deleted && <DeletedNotice title={deleted.title} onUndo={() => void undo(deleted)} />}
        <ListFilter
          label="State"
          kinds={STATES}
          chosen={state}
          searchLabel="Search posts"
          search={search}
          onChange={(wanted) =>
            void navigate(addressOf({ state: wanted.kind, search: wanted.search, page: 1 }), { replace: true })
          }
        />
        <Part of={found} subject={addressOf(query)}>
          {(list) => <Results found={list} latest={latest} onChange={change} onRemove={removeForGood} />}
        </Part>
      </div>
    </>
  );
}

function DeletedNotice({ title, onUndo }: { title: string; onUndo: () => void }) {
  return (
    <div className="newsroom-notice" role="status">
      <p>{`“${title}” is deleted.`}</p>
      <button className="button compact" type="button" onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}

const STATE_LABELS: Record<ListState, string> = {
  all: "All",
  published: "Published",
  scheduled: "Scheduled",
  drafts: "Drafts",
  unpublished: "Unpublished",
  deleted: "Deleted",
};
const STATES = LIST_STATES.map((kind) => ({ kind, name: STATE_LABELS[kind] }));

type ResultsProps = {
  found: FoundPosts;
  latest: StoredPost | undefined;
  onChange: (post: { id: number; version: number }, change: PostChange) => Promise<ReplaceResult>;
  onRemove: (id: number) => Promise<void>;
};

function Results({ found: { query, posts, drafts, count }, latest, onChange, onRemove }: ResultsProps) {
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  if (posts.length === 0 && drafts.length === 0) return <NoResults query={query} />;
  return (
    <>
      <p className="small list-count" role="status">
        {`${count.toLocaleString("en-US")} ${count === 1 ? "entry" : "entries"}`}
      </p>
      <ul className="post-rows">
        {drafts.map((draft) => (
          <DraftEntry key={draft.id} draft={draft} />
        ))}
        {posts
          .map((listed) => (latest?.id === listed.id && latest.version > listed.version ? latest : listed))
          .map((post) => (
            <PostEntry
              key={post.id}
              post={post}
              onChange={(change) => void onChange(post, change)}
              onRemove={() => void onRemove(post.id)}
            />
          ))}
      </ul>
      <Pagination page={query.page} pages={pages} addressOf={(page) => addressOf({ ...query, page })} />
    </>
  );
}

const EMPTY: Record<ListState, string> = {
  all: "No post has been written here yet.",
  published: "No post is published yet.",
  scheduled: "No post is scheduled.",
  drafts: "You have no drafts.",
  unpublished: "No post is unpublished.",
  deleted: "No post was deleted in the last 30 days.",
};

function NoResults({ query: { state, search, page } }: { query: ListQuery }) {
  if (page > 1) {
    const to = addressOf({ state, search, page: 1 });
    return (
      <EmptyState
        level={2}
        title="That is past the end."
        text="The list stops before this page."
        action="Back to the first page"
        to={to}
      />
    );
  }
  if (search) {
    const text = `No post contains “${search}”.`;
    return (
      <EmptyState
        level={2}
        title="Nothing found."
        text={text}
        action="Show everything"
        to={addressOf({ state, search: "", page: 1 })}
      />
    );
  }
  return <EmptyState level={2} title="Nothing here." text={EMPTY[state]} action="Write a post" to="/blog/new" />;
}

function addressOf({ state, search, page }: ListQuery): string {
  const params = new URLSearchParams({
    ...(state !== "all" && { state }),
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `/newsroom/posts?${params}` : "/newsroom/posts";
}

/** A post deleted in the editor; the notice is shown once, not again after a reload. */
function useDeletedFromEditor(): Deleted | undefined {
  const { state } = useLocation();
  useEffect(() => {
    if (state?.deleted) history.replaceState({ ...history.state, usr: null }, "");
  }, [state]);
  return state?.deleted;
}

/** A change may remove the focused button or its row; the focus then moves to the row or the list heading. */
function useFocusOnChange() {
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef<number>(undefined);
  useEffect(() => {
    const { activeElement, body } = document;
    if (changed.current === undefined || (activeElement !== body && activeElement !== heading.current)) return;
    (document.getElementById(`post-${changed.current}`) ?? heading.current)?.focus({ preventScroll: true });
  });
  return { heading, focusAfterChange: (id: number) => (changed.current = id) };
}

async function reportRefusal(outcome: ReplaceResult): Promise<void> {
  if (outcome === "stale") showFailure("Somebody else changed this post. This is the current version.");
  if (outcome === "failed") await reportFailure(NOT_CHANGED);
}
