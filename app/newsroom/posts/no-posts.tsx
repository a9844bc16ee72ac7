import { EmptyState } from "../shell/empty-state.tsx";
import { addressWith } from "../shell/list-address.ts";
import type { ListQuery, ListState } from "./list-posts.ts";

export const STATE_LABELS: Record<ListState, string> = {
  all: "All",
  published: "Published",
  scheduled: "Scheduled",
  drafts: "Drafts",
  unpublished: "Unpublished",
  deleted: "Deleted",
};

const EMPTY: Record<ListState, string> = {
  all: "No post has been written here yet.",
  published: "No post is published yet.",
  scheduled: "No post is scheduled. To schedule one, choose Schedule in the editor.",
  drafts: "You have no drafts. What you write is saved here while you write it.",
  unpublished: "No post is unpublished.",
  deleted: "No post was deleted in the last 30 days. Deleted posts can be brought back from here.",
};

/** Says why the list is empty, and links to the next step. */
export function NoPosts({ query: { state, search, page } }: { query: ListQuery }) {
  const first = addressOf({ state, search, page: 1 });
  if (page > 1) {
    const text = "The list stops before this page.";
    return (
      <EmptyState level={2} title="That is past the end." text={text} action="Back to the first page" to={first} />
    );
  }
  if (search) {
    const to = addressOf({ state, search: "", page: 1 });
    const text = `No post contains “${search}”.`;
    return <EmptyState level={2} title="Nothing found." text={text} action="Show everything" to={to} />;
  }
  const next =
    state === "deleted" || state === "unpublished"
      ? { action: "Show all posts", to: "/newsroom/posts" }
      : { action: "Write a post", to: "/blog/new" };
  return <EmptyState level={2} title="Nothing here." text={EMPTY[state]} {...next} />;
}

export function addressOf({ state, search, page }: ListQuery): string {
  return addressWith("/newsroom/posts", { state: state !== "all" && state, q: search, page: page > 1 && page });
}
