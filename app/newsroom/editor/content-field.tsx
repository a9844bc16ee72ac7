import { lazy, Suspense, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { countWords, MAX_LENGTH } from "../../../domain/posts/draft.ts";
import { ContentHead } from "./content-head.tsx";
import type { EditorHandle } from "./editor-handle.ts";
import { HtmlEditor } from "./html-editor.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { type Tool, Toolbar } from "./toolbar.tsx";
import { useControlKey } from "./use-control-key.ts";
import { useEditorMode, type EditorMode } from "./use-editor-mode.tsx";

const VisualEditor = lazy(() => import("./visual-editor.tsx"));

type ContentFieldProps = { value: string; error: string | undefined; onChange: (html: string) => void };

type OpenDialog = { readonly kind: "picture" } | ({ readonly kind: "link" } & ReturnType<EditorHandle["readLink"]>);

/** The content field with its toolbar, as HTML or visual editor. */
export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [active, setActive] = useState<ReadonlySet<Tool>>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { mode, choose, warning } = useEditorMode(value);
  const openLinkDialog = useCallback(() => {
    if (editor.current) setDialog({ kind: "link", ...editor.current.readLink() });
  }, []);
  useControlKey(field, "k", openLinkDialog);

  // Close synchronously: the editor cannot take the focus while a modal dialog is open.
  const finish = (act: (handle: EditorHandle) => void) => {
    flushSync(() => setDialog(undefined));
    if (editor.current) act(editor.current);
  };
  const use = (tool: Tool) => {
    if (tool === "link") openLinkDialog();
    else if (tool === "picture") setDialog({ kind: "picture" });
    else editor.current?.apply(tool);
  };
  const own = {
    id,
    value,
    onChange,
    ref: editor,
    "aria-describedby": error ? `${id}-error ${id}-hint` : `${id}-hint`,
    "aria-invalid": error ? (true as const) : undefined,
  };
  const html = <HtmlEditor {...own} name="content" maxLength={MAX_LENGTH.content} />;

  return (
    <div className="field" ref={field}>
      <ContentHead id={id} mode={mode} onChoose={choose} />
      <div>
        <Toolbar controls={id} active={mode === "visual" ? active : undefined} onUse={use} />
        {mode === "html" ? (
          html
        ) : (
          <Suspense fallback={html}>
            <VisualEditor {...own} labelledBy={`${id}-label`} onActive={setActive} />
          </Suspense>
        )}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <ContentHint id={`${id}-hint`} mode={mode} words={countWords(value)} />
      {warning}
      {dialog && <ContentDialog dialog={dialog} onFinish={finish} />}
    </div>
  );
}

function ContentHint({ id, mode, words }: { id: string; mode: EditorMode; words: number }) {
  return (
    <p className="hint content-hint" id={id}>
      <span>{mode === "html" ? "HTML is kept. Scripts are not." : "It will be published as it looks here."}</span>
      <span>{`${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`}</span>
    </p>
  );
}

type ContentDialogProps = { dialog: OpenDialog; onFinish: (act: (editor: EditorHandle) => void) => void };

function ContentDialog({ dialog, onFinish }: ContentDialogProps) {
  const cancel = () => onFinish((editor) => editor.resume());
  return dialog.kind === "link" ? (
    <LinkDialog
      {...dialog}
      onDone={(href) => onFinish((editor) => editor.link(href))}
      onRemove={() => onFinish((editor) => editor.unlink())}
      onClose={cancel}
    />
  ) : (
    <PictureDialog onDone={(picture) => onFinish((editor) => editor.insertPicture(picture))} onClose={cancel} />
  );
}
