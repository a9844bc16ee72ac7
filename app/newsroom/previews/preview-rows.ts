import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";

/** The draft of a new post, a post, or an entry. */
export type PreviewSubject =
  | { readonly of_draft: string }
  | { readonly of_post: number }
  | { readonly of_collection: string; readonly of_key: string; readonly of_locale?: string };

type PreviewLink = Database["public"]["Functions"]["preview_list"]["Returns"][number];

/** PostgreSQL's check_violation: nothing is saved that a link could show. */
const NO_CHANGE = "23514";

/** The address of a new link; the database keeps only its hash. Undefined if there is no change to show. */
export async function makePreview(supabase: Supabase, subject: PreviewSubject, forFrame = false) {
  const { data, error } = await supabase.rpc("make_preview", { ...subject, for_frame: forFrame }).maybeSingle();
  if (error?.code === NO_CHANGE) return undefined;
  if (!data) throw new Error("The link could not be made", { cause: error });
  return `${location.origin}/preview/${data.token}`;
}

export function listPreviews(supabase: Supabase, subject: PreviewSubject): Promise<readonly PreviewLink[]> {
  return unwrap(supabase.rpc("preview_list", subject), "The links could not be read");
}

export async function revokePreview(supabase: Supabase, id: string): Promise<void> {
  await unwrap(supabase.from("preview_links").delete().eq("id", id), "The link could not be revoked");
}

/** The links to the draft of a post that was scheduled show the post from now on. */
export async function movePreviews(supabase: Supabase, draftId: string, postId: number): Promise<void> {
  const { error } = await supabase.rpc("move_previews", { of_draft: draftId, to_post: postId });
  if (error) console.warn("The preview links end with the draft", error);
}
