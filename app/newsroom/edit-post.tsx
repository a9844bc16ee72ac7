import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "../account/account.ts";
import { openBackend } from "../account/backend.ts";
import { Loading } from "../ui/loading.tsx";
import { createDraftCopies } from "./draft-copies.ts";
import { EditDesk } from "./edit-desk.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type OpenedDraft, openPost } from "./open-draft.ts";
import { findPost, type StoredPost } from "./post-rows.ts";
import { useLoaded } from "./use-loaded.tsx";
import type { DeskFacts } from "./writing-desk.tsx";
import "./post-list.css";

const MISSING = {
  title: "Post Not Found",
  text: "No stored post has this address. The posts that ship with the site are changed in its content folder.",
  action: "Back to the newsroom",
  to: "/newsroom",
};

type OnDesk = { readonly post: StoredPost; readonly opened: OpenedDraft };
type EditPostProps = { account: SignedIn; facts: DeskFacts; slug: string };

/** The screen of /blog/{slug}/edit, whatever the state of the post. */
export default function EditPost({ account, facts, slug }: EditPostProps) {
  const navigate = useNavigate();
  const copies = useMemo(() => createDraftCopies(account.id), [account.id]);
  const { shown, replace } = useLoaded<OnDesk | undefined>(
    async (before) => {
      // After a change of address the post is on the desk already.
      if (before?.post.slug === slug) return before;
      const backend = await openBackend();
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
        <EditDesk
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
