export type PostState = "published" | "scheduled" | "unpublished" | "deleted";

type PostStatus = {
  readonly status: "draft" | "published";
  readonly published_at: string;
  readonly deleted_at: string | null;
};

/** A scheduled post is a published one whose time is in the future. */
export function postState({ status, published_at, deleted_at }: PostStatus, now = Date.now()): PostState {
  if (deleted_at) return "deleted";
  if (status !== "published") return "unpublished";
  return Date.parse(published_at) > now ? "scheduled" : "published";
}
