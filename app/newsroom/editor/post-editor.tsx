import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { checkDraft, type PostErrors } from "../../../domain/posts/draft.ts";
import { FormCheck } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { describeSaving } from "../drafts/draft-notices.tsx";
import { type Draft, hasConflicts } from "../drafts/post-draft.ts";
import { type DraftWords, useDraftWords } from "../drafts/words.ts";
import { SearchPanel } from "../search/search-preview.tsx";
import { Icon } from "../shell/icon.tsx";
import { useControlKey } from "../writing/use-control-key.ts";
import { type CheckedField, Checks } from "./checks.tsx";
import { SEARCH_FIELDS, SearchFields, SettingsFields, TEXT_FIELDS, TextFields } from "./post-fields.tsx";
import { type EditorConfig, Preview } from "./preview.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { type Panel, Parts, SidePanel, type Tab, usePanel } from "./side-panel.tsx";
import { type Submission, usePublishCheck } from "./use-publish-check.tsx";
import { useEditorWords } from "./words.ts";
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
  /** The button that submits: its label, and that while it is busy. */
  submit: Submission & { busy: string; isBusy: boolean };
  /** Whether the post can be published later. */
  canSchedule: boolean;
  /** The time that a scheduled post has now. */
  scheduledFor?: string | undefined;
  /** Notices above the fields. */
  notices?: ReactNode;
  /** The fields are inert, because further changes could not be saved. */
  isReadOnly?: boolean;
  /** Below the fields of the settings. */
  settings: ReactNode;
  /** Its versions; a new post has none. */
  history?: ReactNode;
  /** Below the preview. */
  links: ReactNode;
  /** With the time that was chosen for a scheduled post, and the text if its pictures were copied. */
  onSubmit: (publishedAt?: string, content?: string) => void;
};

/** The post editor: an action bar, the text, and everything else in a panel or, at /blog/new, beside the text. */
export function PostEditor({
  heading,
  config,
  draft,
  errors,
  address,
  date,
  isReadOnly = false,
  ...props
}: PostEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => new Date().toISOString());
  const [isScheduling, setScheduling] = useState(false);
  const onCopied = (content: string) => draft.change({ content });
  const check = usePublishCheck({ onPublish: props.onSubmit, onCopied });
  const panel = usePanel();
  const submit = (publishedAt?: string, asked?: Submission) => {
    // Report missing fields before the text is checked.
    if ("errors" in checkDraft(draft.text)) props.onSubmit(publishedAt);
    else void check.publish(draft.text.content, publishedAt, asked);
  };
  useControlKey(form, "s", draft.saveNow);
  // Pressed by accident, it must not publish.
  useControlKey(form, "enter", () => submit(undefined, props.submit));
  usePanelKey(panel);
  useTabOfErrors(errors, panel);
  useFocusOfErrors(form, errors);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <form
      className={config.hasPanel ? "post-editor has-panel" : "post-editor"}
      noValidate
      autoComplete="off"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={ignoreEnter}
    >
      <EditorBar
        {...{ heading, draft, panel }}
        submit={props.submit}
        hasPanel={config.hasPanel}
        onSchedule={props.canSchedule && (() => setScheduling(true))}
      />
      <FormCheck value={errors}>
        <div className="post-editor-text form" inert={isReadOnly}>
          {props.notices}
          <TextFields {...{ draft, errors }} />
        </div>
        <EditorParts
          onGo={(field) => focusField(form.current, panel, field)}
          {...{ draft, errors, address, config, panel, isReadOnly, ...props }}
          date={date ?? today}
        />
      </FormCheck>
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

function useFocusOfErrors(form: RefObject<HTMLFormElement | null>, errors: PostErrors): void {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, errors]);
}

/** Also when the focus was in the panel that it has closed. */
function usePanelKey(panel: Panel): void {
  useControlKey(useRef(document.body), ".", panel.toggle);
}

function focusField(form: HTMLFormElement | null, panel: Panel, field: CheckedField): void {
  flushSync(() => showField(panel, field));
  const control = field === "content" ? "[name=content], .ProseMirror" : `[name=${field}]`;
  form?.querySelector<HTMLElement>(control)?.focus();
}

type EditorBarProps = Pick<PostEditorProps, "heading" | "draft" | "submit"> & {
  panel: Panel;
  hasPanel: boolean | undefined;
  onSchedule: (() => void) | false;
};

function EditorBar({ heading, draft, submit, panel, hasPanel, onSchedule }: EditorBarProps) {
  const words = useEditorWords().bar;
  const { saving } = useDraftWords();
  return (
    <div className="post-editor-bar">
      <EditorPath heading={heading} />
      <p className="post-editor-status" role="status">
        {describeDraft(draft, saving)}
      </p>
      <div className="post-editor-actions">
        {onSchedule && (
          <button className="button compact outlined" type="button" aria-label={words.schedule} onClick={onSchedule}>
            <Icon name="clock" />
            <span>{words.schedule}</span>
          </button>
        )}
        <button
          className="button compact"
          aria-disabled={submit.isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={words.shortcut(submit.label)}
        >
          {submit.isBusy ? submit.busy : submit.label}
        </button>
        {hasPanel && (
          <button
            className="tool post-panel-toggle"
            type="button"
            aria-label={words.panel}
            aria-expanded={panel.isOpen}
            title={words.panelShortcut}
            onClick={panel.toggle}
          >
            <Icon name="panel" />
          </button>
        )}
      </div>
    </div>
  );
}

type EditorPartsProps = Pick<
  PostEditorProps,
  "draft" | "errors" | "address" | "config" | "settings" | "history" | "links"
> & { panel: Panel; isReadOnly: boolean; date: string; onGo: (field: CheckedField) => void };

/** Everything but the text. What is costly is made only while it is shown. */
function EditorParts({ draft, errors, address, config, panel, isReadOnly, date, ...props }: EditorPartsProps) {
  const { hasPanel } = config;
  const { search: label } = useEditorWords().panel;
  const isShown = (tab: Tab) => !hasPanel || (panel.isOpen && panel.tab === tab);
  const search = <SearchFields {...{ draft, errors, address, config }} />;
  const hasError = SEARCH_FIELDS.some((field) => errors[field]);
  const parts = {
    settings: (
      <>
        <SettingsFields {...{ draft, errors, address, config }} />
        {hasPanel && isShown("settings") && <Checks text={draft.text} onGo={props.onGo} />}
        {props.settings}
      </>
    ),
    search: hasPanel ? search : <SearchPanel {...{ label, hasError }}>{search}</SearchPanel>,
    ...(props.history && { history: isShown("history") && props.history }),
    preview: (
      <>
        {isShown("preview") && <PostPreview text={draft.text} {...{ date, address, config }} />}
        {props.links}
      </>
    ),
  };
  if (hasPanel) return <SidePanel {...{ panel, parts, isReadOnly }} />;
  return (
    <div className="post-panel">
      <Parts {...{ parts, isReadOnly }} />
    </div>
  );
}

function EditorPath({ heading }: { heading: string }) {
  const words = useEditorWords().bar;
  return (
    <div className="post-editor-path">
      <nav aria-label={words.path}>
        <PageLink to="/newsroom/posts">{words.posts}</PageLink> <span aria-hidden="true">/</span>
      </nav>
      <h1>{heading}</h1>
    </div>
  );
}

type PostPreviewProps = ComponentProps<typeof Preview> & { address: string };

function PostPreview({ address, ...preview }: PostPreviewProps) {
  const words = useEditorWords().preview;
  return (
    <section aria-label={words.label}>
      <p className="preview-head">
        <span>{words.head}</span>
        <span>{address}</span>
      </p>
      <Preview {...preview} />
    </section>
  );
}

/** Shows the part of the panel with a field that is refused, unless a field of the text has the focus then. */
function useTabOfErrors(errors: PostErrors, panel: Panel) {
  const [seen, setSeen] = useState(errors);
  if (errors === seen) return;
  setSeen(errors);
  const wrong = Object.keys(errors);
  if (wrong.length === 0 || TEXT_FIELDS.some((field) => errors[field])) return;
  panel.show(wrong.every(isForSearch) ? "search" : "settings");
}

const isForSearch = (field: string) => SEARCH_FIELDS.some((one) => one === field);

/** Opens the part of the panel that has the field; a sheet gives way to a field of the text. */
function showField(panel: Panel, field: CheckedField) {
  if (!TEXT_FIELDS.some((one) => one === field)) panel.show(isForSearch(field) ? "search" : "settings");
  else if (!panel.isWide) panel.close();
}

function describeDraft(draft: Draft, words: DraftWords["saving"]): string | undefined {
  if (hasConflicts(draft)) return words.conflict;
  return describeSaving(draft.edit.saving, draft.edit.row.storedAt, words);
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
