export type PostState = "published" | "scheduled" | "unpublished" | "deleted";

type Facts = {
  readonly status: "draft" | "published" | "archived";
  readonly published_at: string;
  readonly deleted_at: string | null;
};

/** Scheduled is published with a time to come: the clock decides. */
export function postState({ status, published_at, deleted_at }: Facts, now = Date.now()): PostState {
  if (deleted_at) return "deleted";
  if (status !== "published") return "unpublished";
  return Date.parse(published_at) > now ? "scheduled" : "published";
}
