import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Picture } from "../../../domain/picture.ts";
import type { PostErrors } from "../../../domain/posts/draft.ts";
import type { SaveState } from "../drafts/draft-saver.ts";
import type { Draft } from "../drafts/use-draft.ts";
import { clockTime } from "../shell/times.ts";
import { PostFields } from "./post-fields.tsx";
import { Preview } from "./preview.tsx";
import { useControlKey } from "./use-control-key.ts";
import "../shell/newsroom.css";
import "./post-editor.css";

export type EditorConfig = {
  /** Shown as long as the writer has uploaded no other, and its address. */
  readonly stock: Picture;
  readonly stockUrl: string;
  /** The agency's own, in which every page tells dates. */
  readonly timeZone: string;
};

type WritingDeskProps = {
  heading: string;
  facts: EditorConfig;
  draft: Draft;
  errors: PostErrors;
  address: string;
  /** When the post came out, or will; without it, today. */
  date?: string;
  /** Buttons of the bar; one of them submits. */
  actions: ReactNode;
  /** What the writer should know before going on. */
  notices?: ReactNode;
  /** Takes no text, as it would have nowhere to go. */
  isResting?: boolean;
  onSubmit: () => void;
  children?: ReactNode;
};

/** Where posts are written: the bar on top, the fields on the left, the post as it will look on the right. */
export function PostEditor({ heading, facts, draft, errors, address, date, children, ...props }: WritingDeskProps) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => new Date().toISOString());
  const [isPreviewOpen, setPreviewOpen] = useState(true);
  useControlKey(form, "s", draft.saveNow);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <form className="desk grid" noValidate autoComplete="off" ref={form} onSubmit={submit} onKeyDown={keepEnter}>
      <div className="desk-bar">
        <h1>{heading}</h1>
        <p className="saving" role="status">
          {describe(draft.saving)}
        </p>
        <div className="desk-actions">{props.actions}</div>
      </div>
      {props.notices && (
        <div className="notices" inert={props.isResting}>
          {props.notices}
        </div>
      )}
      <div className="desk-fields form" inert={props.isResting}>
        <PostFields draft={draft} errors={errors} />
        {children}
      </div>
      <section className="desk-preview" aria-label="Preview">
        <p className="preview-head">
          <button type="button" aria-expanded={isPreviewOpen} onClick={() => setPreviewOpen(!isPreviewOpen)}>
            Preview, as it will look
          </button>
          <span>{address}</span>
        </p>
        {isPreviewOpen && <Preview text={draft.text} date={date ?? today} facts={facts} />}
      </section>
    </form>
  );
}

/** Announced, so the words change only with what the writer should know. */
function describe(saving: SaveState): string | undefined {
  switch (saving.kind) {
    case "saved":
      return `Draft saved ${clockTime(saving.at)}`;
    case "offline":
      return "Saved on this device; waiting for a connection";
    case "unkept":
      return "Not saved. There is no connection, and this browser keeps nothing: copy your text.";
    case "clash":
      return "Not saved: changed in another window";
    case "unchanged":
      return undefined;
  }
}

/** Return in a one-line field is a habit, not the wish to publish. A dialog's fields have a form of their own. */
function keepEnter(event: KeyboardEvent) {
  const { key, target, currentTarget } = event;
  if (key === "Enter" && target instanceof HTMLInputElement && target.form === currentTarget) event.preventDefault();
}
