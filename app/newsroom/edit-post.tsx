import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "../account/account.ts";
import { openBackend } from "../account/backend.ts";
import { createDraftCopies } from "./draft-copies.ts";
import { EditDesk } from "./edit-desk.tsx";
import { EmptyState } from "./empty-state.tsx";
import { draftOf, openPost } from "./open-draft.ts";
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

type EditPostProps = { account: SignedIn; facts: DeskFacts; slug: string };

/** The screen of /blog/{slug}/edit, whatever the state of the post. */
export default function EditPost({ account, facts, slug }: EditPostProps) {
  const navigate = useNavigate();
  const copies = useMemo(() => createDraftCopies(account.id), [account.id]);
  const { shown, replace } = useLoaded(async () => {
    const backend = await openBackend();
    const post = await findPost(backend, slug);
    return post && { post, opened: await openPost({ backend, copies }, post, facts.stockUrl) };
  }, [slug, copies]);

  function startFrom(post: StoredPost) {
    replace({ post, opened: draftOf(post, facts.stockUrl) });
    if (post.slug !== slug) void navigate(`/blog/${post.slug}/edit`, { replace: true });
  }

  return shown((loaded) =>
    loaded ? (
      <EditDesk key={loaded.opened.place.id} {...loaded} {...{ facts, copies }} onStartFrom={startFrom} />
    ) : (
      <div className="newsroom">
        <EmptyState level={1} {...MISSING} />
      </div>
    ),
  );
}
