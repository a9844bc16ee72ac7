import { useState } from "react";
import { useNavigate } from "react-router";
import type { Post } from "../../../domain/posts/post.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { createLocalCopies } from "../drafts/local-copies.ts";
import { openPost } from "../drafts/open-draft.ts";
import { findPost, findPostById, type StoredPost } from "../posts/post-rows.ts";
import { adoptPost } from "../posts/shipped-posts.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { EditScreen } from "./edit-screen.tsx";
import type { EditorConfig } from "./preview.tsx";
import "../shell/newsroom.css";

const NOT_FOUND = {
  title: "Post Not Found",
  text: "No post has this address.",
  action: "Back to the posts",
  to: "/newsroom/posts",
};

type Source = {
  readonly stockUrl: string;
  /** A draft of the post that another admin shares. */
  readonly draftId: string | undefined;
  /** The shipped post with this address, if no stored one replaces it. */
  readonly shipped: Post | undefined;
};

/** For the loader of /blog/{slug}/edit. Undefined if there is no such post. */
export async function openScreen(accountId: string, slug: string, { shipped, ...source }: Source) {
  const supabase = await loadSupabase();
  const post = (await findPost(supabase, slug)) ?? (await openShipped(supabase, shipped));
  if (!post) return undefined;
  const localCopies = createLocalCopies(accountId);
  return { post, localCopies, opened: await openPost({ supabase, localCopies }, post, source) };
}

async function openShipped(supabase: Supabase, shipped: Post | undefined): Promise<StoredPost | undefined> {
  if (!shipped) return undefined;
  await adoptPost(supabase, shipped);
  return findPostById(supabase, shipped.id);
}

type EditPostProps = { editing: Awaited<ReturnType<typeof openScreen>>; config: EditorConfig };

/** The screen of /blog/{slug}/edit, for posts in any state. */
export default function EditPost({ editing, config }: EditPostProps) {
  const navigate = useNavigate();
  const [post, setPost] = useState(editing?.post);

  function continueWith(version: StoredPost) {
    setPost(version);
    // After a change of slug the post is loaded already.
    const options = { replace: true, defaultShouldRevalidate: false };
    if (version.slug !== post?.slug) void navigate(`/blog/${version.slug}/edit`, options);
  }

  if (editing && post) return <EditScreen {...{ ...editing, post, config }} onVersion={continueWith} />;
  return (
    <div className="newsroom">
      <EmptyState level={1} {...NOT_FOUND} />
    </div>
  );
}
