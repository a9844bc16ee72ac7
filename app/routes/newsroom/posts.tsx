import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router";
import { posts } from "../../../content/posts.ts";
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
  postsList,
  type PostsRow,
  type View,
} from "../../newsroom/posts/list-posts.ts";
import { findPostById, pathOfPost, type PostChange } from "../../newsroom/posts/post-rows.ts";
import { type PostChanges, usePostChanges } from "../../newsroom/posts/use-post-changes.ts";
import { type PostsWords, usePostsWords } from "../../newsroom/posts/words.ts";
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
  const words = usePostsWords();
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
        list={postsList(words)}
        title={words.title}
        {...loaded}
        {...{ focus }}
        className="posts"
        rowsClassName="post-rows"
        action={
          <PageLink className="button compact" to="/newsroom/posts/new">
            <Icon name="add" />
            {words.new}
          </PageLink>
        }
        renderHead={() => <PostColumns />}
        keyOf={({ id }) => String(id)}
        renderRow={(row, _, box) =>
          isDraft(row) ? (
            <DraftEntry draft={row} onRemove={() => void changes.removeDraft(row.id)} />
          ) : (
            <PostEntry post={changes.current(row)} {...{ samples, changes, box }} />
          )
        }
        selection={{
          noun: words.list.posts,
          nameOf: (row, { view }) => (isDraft(row) || view === "deleted" ? undefined : words.named(row.title)),
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

const MARKS: Record<PostState, MarkKind> = {
  published: "live",
  scheduled: "scheduled",
  unpublished: "hidden",
  deleted: "deleted",
};

/** Beside the number of entries. */
function PostColumns() {
  const { columns } = usePostsWords();
  return (
    <>
      <span aria-hidden="true">{columns.state}</span>
      <span className="post-row-author" aria-hidden="true">
        {columns.author}
      </span>
      <span className="post-row-category" aria-hidden="true">
        {columns.category}
      </span>
      <span aria-hidden="true">{columns.date}</span>
    </>
  );
}

type PostEntryProps = {
  post: ListedPost;
  samples: Parameters<typeof isSample>[1];
  changes: PostChanges;
  box: ReactNode;
};

function PostEntry({ post, samples, changes, box }: PostEntryProps) {
  const words = usePostsWords();
  const { deletion, menu, states } = words;
  const [isRemoving, setRemoving] = useState(false);
  const change = (changed: PostChange) => void changes.change([post], changed);
  const remove = () => void changes.removeForGood(post.id);
  const check = usePublishCheck({
    onPublish: (_, content) => change({ status: "published", ...(content && { content }) }),
    dismiss: menu.notNow,
  });
  const { title, language, original, published_at: at } = post;
  const state = postState(post);
  const shown = isSample(post, samples) ? "sample" : state;
  const mark = shown === "sample" ? shown : MARKS[shown];
  return (
    <Row
      mark={mark}
      state={shown === "scheduled" ? states.at(states[shown], shortMoment(at)) : states[shown]}
      changes={post.changesOf === undefined ? undefined : nameChanges(post.changesOf, words)}
      id={`row-${post.id}`}
      title={title}
      image={post.image_url}
      to={editorOf(post)}
      note={
        <>
          {[language, pathOfPost(post)].filter(Boolean).join(", ")}
          {original && (
            <>
              {words.translates}
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
          title={deletion.title}
          action={menu.deleteForGood}
          text={deletion.text(title)}
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
  const { menu } = usePostsWords();
  if (state === "deleted") {
    return (
      <>
        <MenuAction label={menu.bringBack} of={title} onClick={() => onChange({ deleted_at: null })} />
        <MenuAction label={menu.deleteForGood} of={title} isDangerous onClick={onRemove} />
      </>
    );
  }
  const isOut = state !== "unpublished";
  return (
    <>
      <PageLink to={`/newsroom/posts/${id}`}>
        {menu.edit} <kbd aria-hidden="true">{menu.keys.edit}</kbd>
      </PageLink>
      {state === "published" && <PageLink to={pathOfPost(post)}>{menu.view}</PageLink>}
      <MenuAction label={menu.duplicate} of={title} shortcut={menu.keys.duplicate} onClick={onDuplicate} />
      <MenuAction
        label={isOut ? menu.unpublish : menu.publish}
        of={title}
        onClick={isOut ? on.onUnpublish : onPublish}
      />
      <MenuAction label={menu.delete} of={title} shortcut={menu.keys.delete} isDangerous onClick={on.onDelete} />
    </>
  );
}

function DraftEntry({ draft, onRemove }: { draft: ListedDraft; onRemove: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  const { category, author_name, updated_at, slug, sharedBy } = draft;
  const words = usePostsWords();
  const { deletion, menu, states } = words;
  const title = draft.title || words.untitled;
  const to = editorOf(draft);
  return (
    <Row
      mark="draft"
      state={slug ? nameChanges(sharedBy, words) : sharedBy ? states.sharedDraft(sharedBy) : states.ownDraft}
      title={title}
      image={draft.image_url}
      to={to}
      note={slug ? `/blog/${slug}` : words.unpublished}
      category={category}
      author={author_name}
      at={updated_at}
    >
      <PageLink to={to}>
        {menu.continue} <kbd aria-hidden="true">{menu.keys.edit}</kbd>
      </PageLink>
      {!sharedBy && <MenuAction label={menu.deleteDraft} of={title} isDangerous onClick={() => setRemoving(true)} />}
      {isRemoving && (
        <Question
          title={deletion.draft}
          action={menu.deleteDraft}
          text={deletion.draftText(title)}
          onDone={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}

const nameChanges = (sharedBy: string | undefined, { states }: PostsWords) =>
  sharedBy ? states.sharedChanges(sharedBy) : states.ownChanges;

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
  const { states } = usePostsWords();
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
        {row.isOutdated && <StateMark kind="draft">{states.outdated}</StateMark>}
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
  const { menu } = usePostsWords();
  return (
    <div className="row-menu">
      <button type="button" popoverTarget={id} aria-label={menu.label(of)}>
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
  const { menu } = usePostsWords();
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
        <span className="visually-hidden">{menu.of(of)}</span>
      </span>
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

type SelectedPostsProps = { selected: readonly ListedPost[]; changes: PostChanges; onClear: () => void };

function SelectedPosts({ selected, changes, onClear }: SelectedPostsProps) {
  const [isTagging, setTagging] = useState(false);
  const { selection } = usePostsWords();
  const act = (action: () => Promise<unknown> | void) => {
    onClear();
    void action();
  };
  const out = selected.filter(({ status }) => status === "published");
  return (
    <>
      <button type="button" onClick={() => setTagging(true)}>
        {selection.addTag}
      </button>
      {out.length > 0 && (
        <button type="button" onClick={() => act(() => changes.unpublish(out))}>
          {selection.unpublish}
        </button>
      )}
      <button className="danger" type="button" onClick={() => act(() => changes.moveToBin(selected))}>
        <Icon name="bin" />
        {selection.delete(selected.length)}
      </button>
      {isTagging && (
        <TagDialog
          count={selected.length}
          check={changes.checkTags}
          onDone={(tag) => act(() => changes.addTag(selected, tag))}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  );
}

type TagDialogProps = {
  count: number;
  check: PostChanges["checkTags"];
  onDone: (tag: string) => void;
  onClose: () => void;
};

function TagDialog({ count, check, onDone, onClose }: TagDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const words = usePostsWords().tag;

  function finish() {
    const checked = check(text);
    if ("error" in checked) return setError(checked.error);
    const [tag, another] = checked.tags;
    if (!tag) return setError(words.missing);
    if (another) return setError(words.onlyOne);
    onDone(tag);
  }

  return (
    <Dialog title={words.title} action={words.action} onDone={finish} onClose={onClose}>
      <TextField
        label={words.field}
        autoComplete="off"
        hint={words.hint(count)}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
