import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "../../auth/account.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import { createLocalCopies } from "../drafts/local-copies.ts";
import { type OpenedDraft, openPost } from "../drafts/open-draft.ts";
import { findPost, type StoredPost } from "../posts/post-rows.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { useLoaded } from "../shell/use-loaded.tsx";
import { EditScreen } from "./edit-screen.tsx";
import type { EditorConfig } from "./post-editor.tsx";
import "../posts/post-list.css";

const NOT_FOUND = {
  title: "Post Not Found",
  text: "No post in the newsroom has this address. Posts that ship with the site are edited in its content folder.",
  action: "Back to the newsroom",
  to: "/newsroom",
};

type EditorState = { readonly post: StoredPost; readonly opened: OpenedDraft };
type EditPostProps = { account: SignedIn; config: EditorConfig; slug: string };

/** The screen of /blog/{slug}/edit, for posts in any state. */
export default function EditPost({ account, config, slug }: EditPostProps) {
  const navigate = useNavigate();
  const localCopies = useMemo(() => createLocalCopies(account.id), [account.id]);
  const { render, replace } = useLoaded<EditorState | undefined>(
    async (previous) => {
      // After a change of slug the post is already loaded.
      if (previous?.post.slug === slug) return previous;
      const supabase = await loadSupabase();
      const post = await findPost(supabase, slug);
      return post && { post, opened: await openPost({ supabase, localCopies }, post, config.stockUrl) };
    },
    [slug, localCopies],
  );

  function continueWith(editorState: EditorState) {
    replace(editorState);
    if (editorState.post.slug !== slug) void navigate(`/blog/${editorState.post.slug}/edit`, { replace: true });
  }

  return render(
    (editorState) =>
      editorState ? (
        <EditScreen
          key={editorState.opened.draftKey.id}
          {...editorState}
          {...{ config, localCopies }}
          onVersion={(post) => continueWith({ ...editorState, post })}
        />
      ) : (
        <div className="newsroom">
          <EmptyState level={1} {...NOT_FOUND} />
        </div>
      ),
    <Loading />,
  );
}
