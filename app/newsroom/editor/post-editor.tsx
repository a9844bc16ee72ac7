import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { checkDraft, type PostErrors } from "../../../domain/posts/draft.ts";
import { FormCheck } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { describeSaving } from "../drafts/draft-notices.tsx";
import { type Draft, hasConflicts } from "../drafts/post-draft.ts";
import { useControlKey } from "../writing/use-control-key.ts";
import { PostFields, SearchFields } from "./post-fields.tsx";
import { type EditorConfig, Preview } from "./preview.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { usePublishCheck } from "./use-publish-check.tsx";
import "../shell/newsroom.css";
import "./post-editor.css";

type PostEditorProps = {
  heading: string;
  config: EditorConfig;
  draft: Draft;
  errors: PostErrors;
  address: string;
  /** The publication date; today if absent. */
  date?: string;
  /** The button that submits. */
  action: ReactNode;
  /** Whether the post can be published later. */
  canSchedule: boolean;
  /** The time that a scheduled post has now. */
  scheduledFor?: string | undefined;
  /** Notices above the fields. */
  notices?: ReactNode;
  /** The fields are inert, because further changes could not be saved. */
  isReadOnly?: boolean;
  /** With the time that was chosen for a scheduled post, and the text if its pictures were copied. */
  onSubmit: (publishedAt?: string, content?: string) => void;
  children?: ReactNode;
};

/** The post editor: an action bar, the fields, and a preview. */
export function PostEditor({ heading, config, draft, errors, address, date, children, ...props }: PostEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => new Date().toISOString());
  const [isScheduling, setScheduling] = useState(false);
  const onCopied = (content: string) => draft.change({ content });
  const check = usePublishCheck({ onPublish: props.onSubmit, onCopied });
  useControlKey(form, "s", draft.saveNow);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  const submit = (publishedAt?: string) => {
    // Report missing fields before the text is checked.
    if ("errors" in checkDraft(draft.text)) props.onSubmit(publishedAt);
    else void check.publish(draft.text.content, publishedAt);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <form
      className="post-editor grid"
      noValidate
      autoComplete="off"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={ignoreEnter}
    >
      <div className="post-editor-bar">
        <EditorPath heading={heading} />
        <p className="post-editor-status" role="status">
          {describeDraft(draft)}
        </p>
        <div className="post-editor-actions">
          {props.canSchedule && (
            <button className="button compact outlined" type="button" onClick={() => setScheduling(true)}>
              Schedule
            </button>
          )}
          {props.action}
        </div>
      </div>
      {props.notices && (
        <div className="post-editor-notices" inert={props.isReadOnly}>
          {props.notices}
        </div>
      )}
      <div className="post-editor-fields form" inert={props.isReadOnly}>
        <FormCheck value={errors}>
          <PostFields draft={draft} errors={errors} categories={config.categories} />
          <SearchFields {...{ draft, errors, address, config }} />
        </FormCheck>
        {children}
      </div>
      <PreviewPane text={draft.text} date={date ?? today} {...{ address, config }} />
      {isScheduling && (
        <ScheduleDialog
          start={props.scheduledFor}
          onClose={() => setScheduling(false)}
          onDone={(publishedAt) => {
            setScheduling(false);
            submit(publishedAt);
          }}
        />
      )}
      {check.warning}
    </form>
  );
}

function EditorPath({ heading }: { heading: string }) {
  return (
    <div className="post-editor-path">
      <nav aria-label="Path">
        <PageLink to="/newsroom/posts">Posts</PageLink> <span aria-hidden="true">/</span>
      </nav>
      <h1>{heading}</h1>
    </div>
  );
}

type PreviewPaneProps = ComponentProps<typeof Preview> & { address: string };

function PreviewPane({ address, ...preview }: PreviewPaneProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <section className="post-editor-preview" aria-label="Preview">
      <p className="preview-head">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Preview, as it will look
        </button>
        <span>{address}</span>
      </p>
      {isOpen && <Preview {...preview} />}
    </section>
  );
}

function describeDraft(draft: Draft): string | undefined {
  if (hasConflicts(draft)) return "Not saved: changed in another window";
  return describeSaving(draft.edit.saving, draft.edit.row.storedAt);
}

/**
 * Enter in a single-line field must not publish the post, nor break the line of the title, which wraps. Fields of dialogs
 * belong to a form of their own.
 */
function ignoreEnter(event: KeyboardEvent) {
  const { key, target, currentTarget } = event;
  if (key !== "Enter" || !(target instanceof HTMLElement)) return;
  const isSingleLine = target.matches("input, textarea[name=title]");
  if (isSingleLine && target.closest("form") === currentTarget) event.preventDefault();
}
