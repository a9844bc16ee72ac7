import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { PostErrors } from "../../../domain/posts/draft.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import type { SignedIn } from "../../auth/account.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import { createDraftCopies, type DraftCopies } from "../drafts/draft-copies.ts";
import { DraftConflictNotice, DraftNotice } from "../drafts/draft-notices.tsx";
import { newId } from "../drafts/new-id.ts";
import { type OpenedDraft, openNewPost } from "../drafts/open-draft.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { dayAndTime } from "../shell/times.ts";
import { useLoaded } from "../shell/use-loaded.tsx";
import { type EditorConfig, PostEditor } from "./post-editor.tsx";
import { PUBLISH_PROBLEMS, publishPost } from "./publish-post.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

type NewPostProps = { account: SignedIn; facts: EditorConfig };

/** The screen of /blog/new: a draft is opened, written and, by one insert, published. */
export default function NewPost({ account, facts }: NewPostProps) {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("draft") ?? undefined;
  const copies = useMemo(() => createDraftCopies(account.id), [account.id]);
  const { shown } = useLoaded(
    async () => openNewPost({ backend: await loadSupabase(), copies }, wanted),
    [copies, wanted],
  );
  // A draft that nobody has begun is an empty one.
  const open = (id: string) => setQuery({ draft: id }, { replace: true });
  return shown(
    (opened) => (
      <Desk
        key={opened.place.id}
        {...{ account, facts, copies, opened }}
        onAfresh={() => open(newId())}
        onContinue={open}
      />
    ),
    <Loading />,
  );
}

type DeskProps = NewPostProps & {
  copies: DraftCopies;
  opened: OpenedDraft;
  onAfresh: () => void;
  onContinue: (id: string) => void;
};

function Desk({ facts, copies, opened, onAfresh, onContinue }: DeskProps) {
  const navigate = useNavigate();
  const draft = useDraft(opened, copies);
  const [errors, setErrors] = useState<PostErrors>({});
  const [isPublishing, setPublishing] = useState(false);
  const [isScheduling, setScheduling] = useState(false);

  async function publish(publishedAt?: string) {
    if (isPublishing) return;
    if (draft.cover.isUploading) return showFailure(PUBLISH_PROBLEMS.uploading);
    setPublishing(true);
    const { problem, errors: wrong = {} } = await publishPost(draft.text, { stockUrl: facts.stockUrl, publishedAt });
    setPublishing(false);
    setErrors(wrong);
    if (problem) return showFailure(PUBLISH_PROBLEMS[problem]);
    await draft.discard().catch((failure: unknown) => console.warn("The published draft is still there", failure));
    showSuccess(describeSuccess(publishedAt));
    await navigate(publishedAt ? "/newsroom" : "/blog");
  }

  return (
    <PostEditor
      heading="New post"
      {...{ facts, draft, errors }}
      address={`/blog/${slugify(draft.text.title.trim()) || "…"}`}
      isResting={isPublishing}
      onSubmit={() => void publish()}
      notices={
        <>
          <DraftNotice {...opened} onAfresh={onAfresh} onContinue={onContinue} />
          <DraftConflictNotice draft={draft} />
        </>
      }
      actions={
        <>
          <button className="button compact outlined" type="button" onClick={() => setScheduling(true)}>
            Schedule
          </button>
          <button className="button compact" aria-disabled={isPublishing}>
            {isPublishing ? "Publishing..." : "Publish"}
          </button>
        </>
      }
    >
      {isScheduling && (
        <ScheduleDialog
          onClose={() => setScheduling(false)}
          onDone={(publishedAt) => {
            setScheduling(false);
            void publish(publishedAt);
          }}
        />
      )}
    </PostEditor>
  );
}

function describeSuccess(publishedAt: string | undefined): string {
  return publishedAt ? `The post comes out on ${dayAndTime(publishedAt)}.` : "Blog post published successfully!";
}
