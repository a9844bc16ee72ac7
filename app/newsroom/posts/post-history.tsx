import type { Field } from "../../../domain/content/fields.ts";
import { type DraftText, FIELD_LABELS } from "../../../domain/posts/draft.ts";
import { postState } from "../../../domain/posts/post-state.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import type { Draft } from "../drafts/use-draft.ts";
import { type Version, VersionHistory } from "../history/version-history.tsx";
import { unwrap } from "../shell/rows.ts";
import { dayAndTime } from "../shell/times.ts";
import { shape } from "../site/entry-value.ts";
import { type StoredPost, textOfPost } from "./post-rows.ts";
import "../site/site-controls.css";

const LONG = new Set(["excerpt", "content", "author_bio"]);
const FIELD: Field = {
  kind: "group",
  label: "Post",
  fields: Object.fromEntries(
    Object.entries(FIELD_LABELS).map(([name, label]) => [name, { kind: LONG.has(name) ? "long" : "text", label }]),
  ),
};

const WHAT = {
  published: "Published",
  scheduled: "Scheduled",
  unpublished: "Unpublished",
  deleted: "Deleted",
} as const;

type PostHistoryProps = {
  post: StoredPost;
  draft: Pick<Draft, "text" | "change">;
  stockUrl: string;
  submitLabel: string;
};

/** All versions of the post; restoring one fills the form with it. */
export function PostHistory({ post, draft, stockUrl, submitLabel }: PostHistoryProps) {
  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const rows = await unwrap(supabase.rpc("post_history", { of_post: post.id }), "The history could not be read");
    return rows.map(({ version, data: kept, made_at, email }) => {
      const stored = kept as unknown as StoredPost;
      const note = `${WHAT[postState(stored, Date.parse(made_at))]} by ${email ?? "a deleted account"}`;
      const value = shape(FIELD, textOfPost(stored, stockUrl));
      return { id: String(version), title: dayAndTime(made_at), note, value };
    });
  }

  return (
    <VersionHistory
      {...{ read, submitLabel }}
      current={`${post.id} ${post.version}`}
      field={FIELD}
      now={shape(FIELD, draft.text)}
      onRestore={(value) => {
        const restored = value as unknown as DraftText;
        draft.change({ ...restored, image_url: restored.image_url || null });
      }}
    />
  );
}
