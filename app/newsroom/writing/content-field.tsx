import { lazy, Suspense, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { countWords, MAX_LENGTH } from "../../../domain/posts/draft.ts";
import { useFieldError } from "../../ui/form/field-error.ts";
import { ContentHead } from "./content-head.tsx";
import { ContextTools, type Place } from "./context-tools.tsx";
import type { EditorHandle } from "./editor-handle.ts";
import { EditorTools } from "./editor-tools.tsx";
import { useFind } from "./find-bar.tsx";
import { HtmlEditor } from "./html-editor.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog, PictureTextDialog } from "./picture-dialog.tsx";
import type { PictureTexts } from "./picture-edit.ts";
import { type Tool, Toolbar } from "./toolbar.tsx";
import { useControlKey } from "./use-control-key.ts";
import { useDroppedPictures } from "./use-dropped-pictures.tsx";
import { useEditorMode, type EditorMode } from "./use-editor-mode.tsx";

const VisualEditor = lazy(() => import("./visual-editor.tsx"));

type ContentFieldProps = { value: string; error: string | undefined; onChange: (html: string) => void };

/** The formats, and the table or picture, at the cursor of the visual editor. */
type Cursor = { readonly active?: ReadonlySet<Tool>; readonly place?: Place };
type OpenDialog =
  | { readonly kind: "picture" }
  | { readonly kind: "picture-text"; readonly texts: PictureTexts }
  | ({ readonly kind: "link" } & ReturnType<EditorHandle["readLink"]>);

/** The content field with its toolbar, as HTML or visual editor. */
export function ContentField({ value, onChange, ...props }: ContentFieldProps) {
  const id = useId();
  const { error } = useFieldError(props.error, value);
  const field = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [{ active, place }, setCursor] = useState<Cursor>({});
  const [dialog, setDialog] = useState<OpenDialog>();
  const { mode, choose, warning } = useEditorMode(value);
  const find = useFind(editor, mode);
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
    else if (tool === "picture") setDialog({ kind: tool });
    else if (tool === "find") find.toggle();
    else editor.current?.apply(tool);
  };
  const files = useDroppedPictures(editor);
  const editPicture = () => {
    const texts = editor.current?.readPicture?.();
    if (texts) setDialog({ kind: "picture-text", texts });
  };
  const own = {
    id,
    value,
    match: find.match,
    onChange,
    onFiles: (pictures: readonly File[]) => void files.take(pictures),
    ref: editor,
    "aria-describedby": error ? `${id}-error ${id}-hint` : `${id}-hint`,
    "aria-invalid": error ? (true as const) : undefined,
  };
  const html = <HtmlEditor {...own} name="content" maxLength={MAX_LENGTH.content} />;

  return (
    <div className="field" ref={field}>
      <ContentHead id={id} mode={mode} onChoose={choose} />
      <div className="content-editor">
        <EditorTools>
          <Toolbar controls={id} active={mode === "visual" ? active : undefined} onUse={use} />
          {mode === "visual" && <ContextTools place={place} editor={editor} onEditPicture={editPicture} />}
          {find.bar}
        </EditorTools>
        {mode === "html" ? (
          html
        ) : (
          <Suspense fallback={html}>
            <VisualEditor {...own} labelledBy={`${id}-label`} onActive={setCursor} onUse={use} />
          </Suspense>
        )}
      </div>
      {files.status}
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
      <span>
        {mode === "html"
          ? "Formatting and videos are kept, pictures of other sites are copied. What cannot be kept is named before publishing."
          : "It will be published as it looks here."}
      </span>
      <span>{`${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`}</span>
    </p>
  );
}

type ContentDialogProps = {
  dialog: OpenDialog;
  onFinish: (act: (editor: EditorHandle) => void) => void;
};

function ContentDialog({ dialog, onFinish }: ContentDialogProps) {
  const onClose = () => onFinish((handle) => handle.resume());
  switch (dialog.kind) {
    case "link":
      return (
        <LinkDialog
          {...dialog}
          onDone={(href) => onFinish((handle) => handle.link(href))}
          onRemove={() => onFinish((handle) => handle.unlink())}
          onClose={onClose}
        />
      );
    case "picture-text":
      return (
        <PictureTextDialog
          texts={dialog.texts}
          onDone={(texts) => onFinish((handle) => handle.changePicture?.(texts))}
          onClose={onClose}
        />
      );
    case "picture":
      return (
        <PictureDialog onDone={(picture) => onFinish((handle) => handle.insertPicture(picture))} onClose={onClose} />
      );
  }
}
