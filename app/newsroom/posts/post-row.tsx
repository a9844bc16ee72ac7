import { type ReactNode, useState } from "react";
import { postState } from "../../../domain/posts/post-state.ts";
import { LAST_SHIPPED_ID } from "../../../domain/posts/post.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { dayAndTime } from "../shell/times.ts";
import type { ListedDraft, ListedPost } from "./list-posts.ts";
import type { PostChange } from "./post-rows.ts";
import { isAsShipped } from "./shipped-posts.ts";

type PostEntryProps = { post: ListedPost; onChange: (change: PostChange) => void; onRemove: () => void };

export function PostEntry({ post, onChange, onRemove }: PostEntryProps) {
  const [isRemoving, setRemoving] = useState(false);
  const state = postState(post);
  const label = { published: "Published", scheduled: "Scheduled", unpublished: "Unpublished", deleted: "Deleted" }[
    state
  ];
  // Not stored yet: opening the editor stores it.
  const isStored = post.version > 0;
  return (
    <Row
      state={isAsShipped(post) && state === "published" ? "Shipped" : label}
      mark={state}
      id={`post-${post.id}`}
      title={post.title}
      to={`/blog/${post.slug}/edit`}
      category={post.category}
      author={post.author_name}
      at={post.published_at}
    >
      {state === "published" && <PageLink to={`/blog/${post.slug}`}>View</PageLink>}
      {state !== "deleted" && <PageLink to={`/blog/${post.slug}/edit`}>Edit</PageLink>}
      {isStored && (state === "published" || state === "scheduled") && (
        <Action label="Unpublish" of={post.title} onClick={() => onChange({ status: "draft" })} />
      )}
      {state === "unpublished" && (
        <Action label="Publish" of={post.title} onClick={() => onChange({ status: "published" })} />
      )}
      {isStored && state !== "deleted" && (
        <Action label="Delete" of={post.title} onClick={() => onChange({ deleted_at: new Date().toISOString() })} />
      )}
      {state === "deleted" && (
        <Action label="Bring back" of={post.title} onClick={() => onChange({ deleted_at: null })} />
      )}
      {state === "deleted" &&
        (post.id > LAST_SHIPPED_ID ? (
          <Action label="Delete for good" of={post.title} onClick={() => setRemoving(true)} />
        ) : (
          <Action label="Back to the shipped version" of={post.title} onClick={onRemove} />
        ))}
      {isRemoving && (
        <Dialog
          title="Delete for good?"
          action="Delete for good"
          onDone={() => {
            setRemoving(false);
            onRemove();
          }}
          onClose={() => setRemoving(false)}
        >
          <p className="field">{`“${post.title}” and its old addresses will be gone. This cannot be undone.`}</p>
        </Dialog>
      )}
    </Row>
  );
}

export function DraftEntry({ draft }: { draft: ListedDraft }) {
  const { id, title, category, author_name, updated_at, slug } = draft;
  const to = slug ? `/blog/${slug}/edit` : `/blog/new?draft=${id}`;
  return (
    <Row
      state={slug ? "Yours: changes" : "Yours: draft"}
      mark="draft"
      title={title || "Untitled"}
      to={to}
      category={category}
      author={author_name}
      at={updated_at}
    >
      <PageLink to={to}>Continue</PageLink>
    </Row>
  );
}

type RowProps = {
  state: string;
  mark: string;
  id?: string;
  title: string;
  to: string;
  category: string;
  author: string;
  at: string;
  children: ReactNode;
};

function Row({ state, mark, id, title, to, category, author, at, children }: RowProps) {
  return (
    <li className="post-row">
      <p className={`post-row-state post-row-${mark}`}>{state}</p>
      <p className="post-row-title">
        <PageLink id={id} to={to}>
          {title}
        </PageLink>
      </p>
      <p className="meta">
        <span>{category}</span>
        <span>{author}</span>
        <time dateTime={at}>{dayAndTime(at)}</time>
      </p>
      <div className="actions">{children}</div>
    </li>
  );
}

/** Includes the post's title in the accessible name, because many rows have the same button. */
function Action({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {label}
      <span className="visually-hidden">{` “${of}”`}</span>
    </button>
  );
}
