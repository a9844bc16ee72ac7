import { useState } from "react";
import { useNavigate } from "react-router";
import { prefixOf } from "../../../domain/content/languages.ts";
import type { PostErrors } from "../../../domain/posts/draft.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { showFailure, showSuccess } from "../../data/save.ts";
import { DraftConflictNotice, DraftNotice, ShareDraft } from "../drafts/draft-notices.tsx";
import { newId } from "../drafts/new-id.ts";
import { hasConflicts, type OpenedDraft, openNewPost, usePostDraft } from "../drafts/post-draft.ts";
import { nameOfLanguage } from "../languages/language-tabs.tsx";
import { slugOf } from "../posts/post-rows.ts";
import { PreviewLinks } from "../previews/preview-links.tsx";
import { movePreviews } from "../previews/preview-rows.ts";
import { dayAndTime } from "../shell/times.ts";
import { PostEditor } from "./post-editor.tsx";
import type { EditorConfig } from "./preview.tsx";
import { publishPost } from "./publish-post.ts";
import { useEditorWords } from "./words.ts";

/** For the loaders of /blog/new and /newsroom/posts/new. */
export const openScreen = openNewPost;

type NewPostProps = { config: EditorConfig; opened: OpenedDraft };

/** Publishes the opened draft with one insert. */
export default function NewPost({ config, opened }: NewPostProps) {
  const navigate = useNavigate();
  // An unknown draft id opens an empty draft.
  const open = (id: string) => void navigate(`?draft=${id}`, { replace: true });
  const draft = usePostDraft(opened);
  const { done, heading, problems, submit } = useEditorWords();
  const { translation } = opened.draft;
  const prefix = prefixOf(translation?.locale ?? "");
  const { id, storedAt } = draft.edit.row;
  const current = String(storedAt !== null);
  const [errors, setErrors] = useState<PostErrors>({});
  const [isPublishing, setPublishing] = useState(false);

  async function publish(publishedAt?: string, content = draft.text.content) {
    if (isPublishing) return;
    if (hasConflicts(draft)) return showFailure(problems.conflict);
    setPublishing(true);
    const outcome = await publishPost(
      { ...draft.text, content },
      { stockUrl: config.stockUrl, publishedAt, translation, words: draft.fieldWords },
    );
    const { problem, errors: wrong = {}, post } = outcome;
    setPublishing(false);
    setErrors(wrong);
    if (problem) return showFailure(problems[problem]);
    if (post && publishedAt) await movePreviews(await loadSupabase(), draft.edit.row.id, post.id);
    await draft.discard();
    showSuccess(
      publishedAt ? done.scheduled(dayAndTime(publishedAt)) : done.created,
      post && !publishedAt ? { label: done.view, to: `${prefix}/blog/${post.slug}` } : undefined,
    );
    await navigate(publishedAt || config.hasPanel ? "/newsroom/posts" : "/blog");
  }

  return (
    <PostEditor
      heading={translation ? heading.newIn(nameOfLanguage(translation.locale)) : heading.new}
      {...{ config, draft, errors }}
      address={`${prefix}/blog/${previewSlug(draft.text.slug.trim() || draft.text.title, translation?.locale)}`}
      isReadOnly={isPublishing}
      onSubmit={(publishedAt, content) => void publish(publishedAt, content)}
      canSchedule
      notices={
        <>
          <DraftNotice {...opened} onStartAfresh={() => open(newId())} onContinue={open} />
          <DraftConflictNotice draft={draft} />
        </>
      }
      submit={{
        label: submit.publish,
        busy: submit.publishing,
        question: submit.publishQuestion,
        isBusy: isPublishing,
      }}
      settings={<ShareDraft key={current} id={id} account={opened.copies.owner} />}
      links={<PreviewLinks subject={{ of_draft: id }} current={current} hasChange={storedAt !== null} />}
    />
  );
}

/** A title without Latin letters or digits gets the post's id as its address, which is not known yet. */
function previewSlug(title: string, locale?: string): string {
  const slug = slugOf(title, locale);
  return /^-*$/.test(slug) ? "…" : slug;
}
