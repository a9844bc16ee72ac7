import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router";
import { posts } from "../../../content/posts.ts";
import { checkTags } from "../../../domain/posts/draft.ts";
import { postState, type PostState } from "../../../domain/posts/post-state.ts";
import { isSample } from "../../../domain/posts/post.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { loadRows } from "../../data/load.tsx";
import { useLeaving } from "../../newsroom/addresses/leave-dialog.tsx";
import { usePublishCheck } from "../../newsroom/editor/use-publish-check.tsx";
import { loadList, readCounts } from "../../newsroom/list/list-query.ts";
import { ListScreen, useRowFocus } from "../../newsroom/list/list-screen.tsx";
import {
  isDraft,
  type ListedDraft,
  type ListedPost,
  editorOf,
  listPosts,
  POSTS,
  type PostsRow,
  type View,
} from "../../newsroom/posts/list-posts.ts";
import { findPostById, pathOfPost, type PostChange } from "../../newsroom/posts/post-rows.ts";
import { type PostChanges, usePostChanges } from "../../newsroom/posts/use-post-changes.ts";
import { newsroomHandle, ScreenFallback } from "../../newsroom/screens/screen-handle.tsx";
import { Dialog, Question } from "../../newsroom/shell/dialog.tsx";
import { Icon } from "../../newsroom/shell/icon.tsx";
import { type MarkKind, StateMark } from "../../newsroom/shell/state-mark.tsx";
import { Thumbnail } from "../../newsroom/shell/thumbnail.tsx";
import { dayAndTime, shortMoment } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { TextField } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/posts";
import "../../newsroom/posts/posts.css";

export const handle = newsroomHandle("posts");

export const meta = noindexMeta;

/** A script would contain the whole texts of the samples. */
export function loader() {
  return { samples: posts.map(({ id, slug, title }) => ({ id, slug, title })) };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  // The posts are listed without it, too.
  const { samples } = await serverLoader().catch(() => ({ samples: [] }));
  return {
    owner,
    samples,
    counts: loadRows((supabase) => readCounts<View>(supabase, "posts")),
    ...loadList(POSTS, request, (supabase, query) => listPosts(supabase, query, owner)),
  };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ScreenFallback;

export default function PostsRoute({ loaderData: { owner, samples, ...loaded } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const focus = useRowFocus();
  const { leave, question } = useLeaving();
  const changes = usePostChanges(owner, focus, leave);
  useNewsroomChanges(["blog_posts"]);
  const withPost = (act: (post: ReturnType<typeof changes.current>) => Promise<unknown> | void) => (row: PostsRow) => {
    if (!isDraft(row) && !row.deleted_at) void act(changes.current(row));
  };
  return (
    <>
      <ListScreen
        list={POSTS}
        title="Posts"
        {...loaded}
        {...{ focus }}
        className="posts"
        rowsClassName="post-rows"
        action={
          <PageLink className="button compact" to="/newsroom/posts/new">
            <Icon name="add" />
            New post
          </PageLink>
        }
        renderHead={() => POST_COLUMNS}
        keyOf={({ id }) => String(id)}
        renderRow={(row, _, box) =>
          isDraft(row) ? (
            <DraftEntry draft={row} onRemove={() => void changes.removeDraft(row.id)} />
          ) : (
            <PostEntry post={changes.current(row)} {...{ samples, changes, box }} />
          )
        }
        selection={{
          noun: "posts",
          nameOf: (row, { view }) => (isDraft(row) || view === "deleted" ? undefined : `“${row.title}”`),
          renderActions: (selected, clear) => (
            <SelectedPosts
              selected={selected.flatMap((row) => (isDraft(row) ? [] : changes.current(row)))}
              changes={changes}
              onClear={clear}
            />
          ),
        }}
        keys={{
          e: (row) => void navigate(editorOf(row)),
          d: withPost((post) => changes.duplicate(post)),
          Delete: withPost((post) => changes.moveToBin([post])),
        }}
        undoable={changes.undoable}
      />
      {question}
    </>
  );
}

const STATES: Record<PostState, readonly [mark: MarkKind, label: string]> = {
  published: ["live", "Published"],
  scheduled: ["scheduled", "Scheduled"],
  unpublished: ["hidden", "Unpublished"],
  deleted: ["deleted", "Deleted"],
};

/** Beside the number of entries. */
const POST_COLUMNS = (
  <>
    <span aria-hidden="true">State</span>
    <span className="post-row-author" aria-hidden="true">
      Author
    </span>
    <span className="post-row-category" aria-hidden="true">
      Category
    </span>
    <span aria-hidden="true">Date</span>
  </>
);

type PostEntryProps = {
  post: ListedPost;
  samples: Parameters<typeof isSample>[1];
  changes: PostChanges;
  box: ReactNode;
};

function PostEntry({ post, samples, changes, box }: PostEntryProps) {
  const [isRemoving, setRemoving] = useState(false);
  const change = (changed: PostChange) => void changes.change([post], changed);
  const remove = () => void changes.removeForGood(post.id);
  const check = usePublishCheck({
    onPublish: (_, content) => change({ status: "published", ...(content && { content }) }),
    dismiss: "Not now",
  });
  const { title, language, original, published_at: at } = post;
  const state = postState(post);
  const [mark, label] = isSample(post, samples) ? (["sample", "Sample"] as const) : STATES[state];
  return (
    <Row
      mark={mark}
      state={mark === "scheduled" ? `${label}, ${shortMoment(at)}` : label}
      changes={post.changesOf === undefined ? undefined : nameChanges(post.changesOf)}
      id={`row-${post.id}`}
      title={title}
      image={post.image_url}
      to={editorOf(post)}
      note={
        <>
          {[language, pathOfPost(post)].filter(Boolean).join(", ")}
          {original && (
            <>
              {", translates "}
              <PageLink className="link" to={`/newsroom/posts/${original.id}`}>
                {original.title}
              </PageLink>
            </>
          )}
        </>
      }
      isOutdated={post.isOutdated}
      category={post.category}
      author={post.author_name}
      at={at}
      box={box}
    >
      <PostMenu
        {...{ post, state }}
        onChange={change}
        onUnpublish={() => changes.unpublish([post])}
        onDelete={() => changes.moveToBin([post])}
        onDuplicate={() => void changes.duplicate(post)}
        onPublish={() => void readContent(post.id).then(check.publish)}
        onRemove={() => setRemoving(true)}
      />
      {check.warning}
      {isRemoving && (
        <Question
          title="Delete for good?"
          action="Delete for good"
          text={`“${title}” and its old addresses will be deleted. This cannot be undone.`}
          onDone={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}

/** The list has no texts. One that cannot be read is not checked; publishing then says what is wrong. */
async function readContent(id: number): Promise<string> {
  const post = await findPostById(await loadSupabase(), id).catch(() => undefined);
  return post?.content ?? "";
}

type PostMenuProps = {
  post: ListedPost;
  state: PostState;
  onChange: (change: PostChange) => void;
  onUnpublish: () => void;
  onDelete: () => void;
  onPublish: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

function PostMenu({ post, state, onChange, onPublish, onDuplicate, onRemove, ...on }: PostMenuProps) {
  const { id, title } = post;
  if (state === "deleted") {
    return (
      <>
        <MenuAction label="Bring back" of={title} onClick={() => onChange({ deleted_at: null })} />
        <MenuAction label="Delete for good" of={title} isDangerous onClick={onRemove} />
      </>
    );
  }
  const isOut = state !== "unpublished";
  return (
    <>
      <PageLink to={`/newsroom/posts/${id}`}>
        Edit <kbd aria-hidden="true">E</kbd>
      </PageLink>
      {state === "published" && <PageLink to={pathOfPost(post)}>View post</PageLink>}
      <MenuAction label="Duplicate" of={title} shortcut="D" onClick={onDuplicate} />
      <MenuAction label={isOut ? "Unpublish" : "Publish"} of={title} onClick={isOut ? on.onUnpublish : onPublish} />
      <MenuAction label="Delete" of={title} shortcut="Del" isDangerous onClick={on.onDelete} />
    </>
  );
}

function DraftEntry({ draft, onRemove }: { draft: ListedDraft; onRemove: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  const { category, author_name, updated_at, slug, sharedBy } = draft;
  const title = draft.title || "Untitled";
  const to = editorOf(draft);
  return (
    <Row
      mark="draft"
      state={slug ? nameChanges(sharedBy) : `${ownerOf(sharedBy)}: draft`}
      title={title}
      image={draft.image_url}
      to={to}
      note={slug ? `/blog/${slug}` : "not published yet"}
      category={category}
      author={author_name}
      at={updated_at}
    >
      <PageLink to={to}>
        Continue <kbd aria-hidden="true">E</kbd>
      </PageLink>
      {!sharedBy && <MenuAction label="Delete draft" of={title} isDangerous onClick={() => setRemoving(true)} />}
      {isRemoving && (
        <Question
          title="Delete this draft?"
          action="Delete draft"
          text={`The unpublished text of “${title}” will be deleted. This cannot be undone.`}
          onDone={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}

const ownerOf = (sharedBy: string | undefined) => (sharedBy ? `Shared by ${sharedBy}` : "Yours");
const nameChanges = (sharedBy: string | undefined) => `${ownerOf(sharedBy)}: changes`;

type RowProps = {
  mark: MarkKind;
  state: string;
  changes?: string | undefined;
  id?: string;
  title: string;
  image?: string | null | undefined;
  to: string;
  note: ReactNode;
  isOutdated?: boolean | undefined;
  category: string;
  author: string;
  at: string;
  box?: ReactNode;
  children: ReactNode;
};

function Row({ mark, state, id, title, image, to, note, category, author, at, ...row }: RowProps) {
  return (
    <li className="post-row">
      <span className="post-row-box">{row.box}</span>
      <Thumbnail src={image ?? undefined} />
      <p className="post-row-title">
        <PageLink id={id} to={to}>
          {title}
        </PageLink>
        <small className="truncate">{note}</small>
      </p>
      <p className="cluster post-row-state">
        <StateMark kind={mark}>{state}</StateMark>
        {row.isOutdated && <StateMark kind="draft">Original changed since</StateMark>}
        {row.changes && <StateMark kind="draft">{row.changes}</StateMark>}
      </p>
      <p className="post-row-author">{author}</p>
      <p className="post-row-category">{category}</p>
      <time dateTime={at} title={dayAndTime(at)}>
        {shortMoment(at)}
      </time>
      <RowMenu of={title}>{row.children}</RowMenu>
    </li>
  );
}

/** The further actions of a row in a native popover, which returns the focus to its button. */
function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="row-menu">
      <button type="button" popoverTarget={id} aria-label={`Actions for “${of}”`}>
        <Icon name="more" />
      </button>
      <div className="action-menu" id={id} popover="auto">
        {children}
      </div>
    </div>
  );
}

type MenuActionProps = { label: string; of: string; shortcut?: string; isDangerous?: boolean; onClick: () => void };

/** Includes the post's title in the accessible name, because many rows have the same button. */
function MenuAction({ label, of, shortcut, isDangerous = false, onClick }: MenuActionProps) {
  return (
    <button
      type="button"
      className={isDangerous ? "danger" : undefined}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onClick();
      }}
    >
      {isDangerous && <Icon name="bin" />}
      <span>
        {label}
        <span className="visually-hidden">{` “${of}”`}</span>
      </span>
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

type SelectedPostsProps = { selected: readonly ListedPost[]; changes: PostChanges; onClear: () => void };

function SelectedPosts({ selected, changes, onClear }: SelectedPostsProps) {
  const [isTagging, setTagging] = useState(false);
  const act = (action: () => Promise<unknown> | void) => {
    onClear();
    void action();
  };
  const out = selected.filter(({ status }) => status === "published");
  return (
    <>
      <button type="button" onClick={() => setTagging(true)}>
        Add tag
      </button>
      {out.length > 0 && (
        <button type="button" onClick={() => act(() => changes.unpublish(out))}>
          Unpublish
        </button>
      )}
      <button className="danger" type="button" onClick={() => act(() => changes.moveToBin(selected))}>
        <Icon name="bin" />
        {`Delete ${selected.length}`}
      </button>
      {isTagging && (
        <TagDialog
          count={selected.length}
          onDone={(tag) => act(() => changes.addTag(selected, tag))}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  );
}

function TagDialog({ count, onDone, onClose }: { count: number; onDone: (tag: string) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function finish() {
    const checked = checkTags(text);
    if ("error" in checked) return setError(checked.error);
    const [tag, another] = checked.tags;
    if (!tag) return setError("Please write a tag.");
    if (another) return setError("Please add one tag at a time.");
    onDone(tag);
  }

  return (
    <Dialog title="Add a tag" action="Add tag" onDone={finish} onClose={onClose}>
      <TextField
        label="Tag"
        autoComplete="off"
        hint={count === 1 ? "For the selected post." : `For the ${count} selected posts.`}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
