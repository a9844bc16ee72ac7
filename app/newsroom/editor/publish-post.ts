import { checkDraft, type DraftText, type PostErrors } from "../../../domain/posts/draft.ts";
import type { PostFieldWords } from "../../../domain/posts/draft/words.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { leaveIfSignedOut } from "../../data/save.ts";
import type { PostTranslation } from "../drafts/draft-rows.ts";
import { findNewest, insertPost } from "../posts/post-rows.ts";

type PublishProblem = "incomplete" | "wrong" | "conflict" | "signed-out" | "refused" | "unexpected";
export type PublishOutcome = {
  readonly problem?: PublishProblem;
  readonly errors?: PostErrors;
  /** The new post, if it could be read. */
  readonly post?: { readonly id: number; readonly slug: string } | undefined;
};

type PublishOptions = {
  readonly stockUrl: string;
  /** In the future. */
  readonly publishedAt: string | undefined;
  readonly translation: PostTranslation | undefined;
  /** Of the errors beside fields. */
  readonly words: PostFieldWords;
};

export async function publishPost(
  draft: DraftText,
  { stockUrl, publishedAt, translation, words }: PublishOptions,
): Promise<PublishOutcome> {
  const checked = checkDraft(draft, words);
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
