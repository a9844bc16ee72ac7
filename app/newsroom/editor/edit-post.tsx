import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "../../auth/account.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import { createDraftCopies } from "../drafts/draft-copies.ts";
import { type OpenedDraft, openPost } from "../drafts/open-draft.ts";
import { findPost, type StoredPost } from "../posts/post-rows.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { useLoaded } from "../shell/use-loaded.tsx";
import { EditScreen } from "./edit-screen.tsx";
import type { EditorConfig } from "./post-editor.tsx";
import "../posts/post-list.css";

const MISSING = {
  title: "Post Not Found",
  text: "No post in the newsroom has this address. Posts that ship with the site are edited in its content folder.",
  action: "Back to the newsroom",
  to: "/newsroom",
};

type OnDesk = { readonly post: StoredPost; readonly opened: OpenedDraft };
type EditPostProps = { account: SignedIn; facts: EditorConfig; slug: string };

/** The screen of /blog/{slug}/edit, whatever the state of the post. */
export default function EditPost({ account, facts, slug }: EditPostProps) {
  const navigate = useNavigate();
  const copies = useMemo(() => createDraftCopies(account.id), [account.id]);
  const { shown, replace } = useLoaded<OnDesk | undefined>(
    async (before) => {
      // After a change of address the post is on the desk already.
      if (before?.post.slug === slug) return before;
      const backend = await loadSupabase();
      const post = await findPost(backend, slug);
      return post && { post, opened: await openPost({ backend, copies }, post, facts.stockUrl) };
    },
    [slug, copies],
  );

  function goOnWith(onDesk: OnDesk) {
    replace(onDesk);
    if (onDesk.post.slug !== slug) void navigate(`/blog/${onDesk.post.slug}/edit`, { replace: true });
  }

  return shown(
    (onDesk) =>
      onDesk ? (
        <EditScreen
          key={onDesk.opened.place.id}
          {...onDesk}
          {...{ facts, copies }}
          onVersion={(post) => goOnWith({ ...onDesk, post })}
        />
      ) : (
        <div className="newsroom">
          <EmptyState level={1} {...MISSING} />
        </div>
      ),
    <Loading />,
  );
}
