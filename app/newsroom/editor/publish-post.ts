import { checkDraft, type DraftText, type PostErrors } from "../../../domain/posts/draft.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { leaveIfSignedOut } from "../../data/save.ts";
import type { PostTranslation } from "../drafts/draft-rows.ts";
import { findNewest, insertPost } from "../posts/post-rows.ts";

export type PublishProblem = "incomplete" | "wrong" | "conflict" | "signed-out" | "refused" | "unexpected";
export type PublishOutcome = {
  readonly problem?: PublishProblem;
  readonly errors?: PostErrors;
  /** The new post, if it could be read. */
  readonly post?: { readonly id: number; readonly slug: string } | undefined;
};

export const PUBLISH_PROBLEMS = {
  incomplete: "Please fill in all required fields.",
  wrong: "Please check the marked fields.",
  conflict: "The same field was changed elsewhere. Choose a version first.",
  "signed-out": "You must be logged in to create a blog post.",
  refused: "Failed to publish blog post. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const satisfies Record<PublishProblem, string>;

type PublishOptions = {
  readonly stockUrl: string;
  /** In the future. */
  readonly publishedAt: string | undefined;
  readonly translation: PostTranslation | undefined;
};

export async function publishPost(
  draft: DraftText,
  { stockUrl, publishedAt, translation }: PublishOptions,
): Promise<PublishOutcome> {
  const checked = checkDraft(draft);
  if ("errors" in checked) return { problem: checked.isIncomplete ? "incomplete" : "wrong", errors: checked.errors };
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.auth.getSession();
    if (!data.session) return { problem: "signed-out" };
    const post = { ...checked.post, image_url: checked.post.image_url || stockUrl };
    const error = await insertPost(supabase, { post, createdBy: data.session.user.id, publishedAt, translation });
    if (!error) return { post: await findNewest(supabase, checked.post.title) };
    console.error("The post was refused", error);
    return { problem: (await leaveIfSignedOut()) ? "signed-out" : "refused" };
  } catch (error) {
    console.error("Publishing failed", error);
    return { problem: "unexpected" };
  }
}
