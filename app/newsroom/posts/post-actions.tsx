import type { PostState } from "../../../domain/posts/post-state.ts";
import { LAST_SHIPPED_ID } from "../../../domain/posts/post.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { dayAndTime } from "../shell/times.ts";
import type { StoredPost } from "./post-rows.ts";

type PostActionsProps = {
  post: StoredPost;
  state: PostState;
  onPublishNow: () => void;
  onSave: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
  onRestore: () => void;
  onReset: () => void;
};

/** The further actions that the post's state allows. */
export function PostActions({ post, state, ...on }: PostActionsProps) {
  const isOut = state === "published" || state === "scheduled";
  return (
    <section className="field post-actions" aria-labelledby="this-post">
      <h2 className="label" id="this-post">
        This post
      </h2>
      <p>{describe(post, state)}</p>
      <div className="actions">
        {state === "published" && <PageLink to={`/blog/${post.slug}`}>View</PageLink>}
        {state === "scheduled" && <Action label="Publish now" onClick={on.onPublishNow} />}
        {state === "unpublished" && <Action label="Save without publishing" onClick={on.onSave} />}
        {isOut && <Action label="Unpublish" onClick={on.onUnpublish} />}
        {state === "deleted" ? (
          <Action label="Bring back" onClick={on.onRestore} />
        ) : (
          <Action label="Delete" onClick={on.onDelete} />
        )}
        {post.id <= LAST_SHIPPED_ID && <Action label="Back to the shipped version" onClick={on.onReset} />}
      </div>
    </section>
  );
}

function Action({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
}

function describe({ id, published_at, deleted_at }: StoredPost, state: PostState): string {
  switch (state) {
    case "published":
      return `Published on ${dayAndTime(published_at)}. Anyone can read it.`;
    case "scheduled":
      return `Comes out on ${dayAndTime(published_at)}. Until then only admins see it.`;
    case "unpublished":
      return "Not published. Only admins see it.";
    case "deleted":
      return `Deleted on ${dayAndTime(deleted_at ?? "")}. ${id <= LAST_SHIPPED_ID ? "It can be brought back." : "It can be brought back for 30 days from then."}`;
  }
}
