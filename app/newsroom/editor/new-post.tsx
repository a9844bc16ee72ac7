import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { PostErrors } from "../../../domain/posts/draft.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import type { SignedIn } from "../../auth/account.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Loading } from "../../ui/layout/loading.tsx";
import { DraftConflictNotice, DraftNotice } from "../drafts/draft-notices.tsx";
import { createLocalCopies, type LocalCopies } from "../drafts/local-copies.ts";
import { newId } from "../drafts/new-id.ts";
import { type OpenedDraft, openNewPost } from "../drafts/open-draft.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { dayAndTime } from "../shell/times.ts";
import { useLoaded } from "../shell/use-loaded.tsx";
import { type EditorConfig, PostEditor } from "./post-editor.tsx";
import { PUBLISH_PROBLEMS, publishPost } from "./publish-post.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

type NewPostProps = { account: SignedIn; config: EditorConfig };

/** The screen of /blog/new: opens a draft and publishes it with one insert. */
export default function NewPost({ account, config }: NewPostProps) {
  const [query, setQuery] = useSearchParams();
  const draftId = query.get("draft") ?? undefined;
  const localCopies = useMemo(() => createLocalCopies(account.id), [account.id]);
  const { render } = useLoaded(
    async () => openNewPost({ supabase: await loadSupabase(), localCopies }, draftId),
    [localCopies, draftId],
  );
  // An unknown draft id opens an empty draft.
  const open = (id: string) => setQuery({ draft: id }, { replace: true });
  return render(
    (opened) => (
      <NewPostEditor
        key={opened.draftKey.id}
        {...{ account, config, localCopies, opened }}
        onStartAfresh={() => open(newId())}
        onContinue={open}
      />
    ),
    <Loading />,
  );
}

type NewPostEditorProps = NewPostProps & {
  localCopies: LocalCopies;
  opened: OpenedDraft;
  onStartAfresh: () => void;
  onContinue: (id: string) => void;
};

function NewPostEditor({ config, localCopies, opened, onStartAfresh, onContinue }: NewPostEditorProps) {
  const navigate = useNavigate();
  const draft = useDraft(opened, localCopies);
  const [errors, setErrors] = useState<PostErrors>({});
  const [isPublishing, setPublishing] = useState(false);
  const [isScheduling, setScheduling] = useState(false);

  async function publish(publishedAt?: string) {
    if (isPublishing) return;
    if (draft.cover.isUploading) return showFailure(PUBLISH_PROBLEMS.uploading);
    setPublishing(true);
    const { problem, errors: wrong = {} } = await publishPost(draft.text, { stockUrl: config.stockUrl, publishedAt });
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
      {...{ config, draft, errors }}
      address={`/blog/${slugify(draft.text.title.trim()) || "…"}`}
      isReadOnly={isPublishing}
      onSubmit={() => void publish()}
      notices={
        <>
          <DraftNotice {...opened} onStartAfresh={onStartAfresh} onContinue={onContinue} />
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
