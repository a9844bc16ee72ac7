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
import { useWritingMode, type WritingMode } from "./use-writing-mode.tsx";

const VisualSurface = lazy(() => import("./visual-editor.tsx"));

type ContentFieldProps = { value: string; error: string | undefined; onChange: (html: string) => void };

type Asking = { readonly kind: "picture" } | ({ readonly kind: "link" } & ReturnType<EditorHandle["readLink"]>);

/** One text, two ways to write it: as HTML, or as it will look. */
export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const surface = useRef<EditorHandle>(null);
  const [active, setActive] = useState<ReadonlySet<Tool>>();
  const [asking, setAsking] = useState<Asking>();
  const { mode, choose, warning } = useWritingMode(value);
  const askForLink = useCallback(() => {
    if (surface.current) setAsking({ kind: "link", ...surface.current.readLink() });
  }, []);
  useControlKey(field, "k", askForLink);

  // At once: as long as a dialog is open, the text behind it takes no focus.
  const finish = (act: (writing: EditorHandle) => void) => {
    flushSync(() => setAsking(undefined));
    if (surface.current) act(surface.current);
  };
  const use = (tool: Tool) => {
    if (tool === "link") askForLink();
    else if (tool === "picture") setAsking({ kind: "picture" });
    else surface.current?.apply(tool);
  };
  const own = {
    id,
    value,
    onChange,
    ref: surface,
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
            <VisualSurface {...own} labelledBy={`${id}-label`} onActive={setActive} />
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
      {asking && <ContentDialog asking={asking} onFinish={finish} />}
    </div>
  );
}

function ContentHint({ id, mode, words }: { id: string; mode: WritingMode; words: number }) {
  return (
    <p className="hint content-hint" id={id}>
      <span>{mode === "html" ? "HTML is kept. Scripts are not." : "It will be published as it looks here."}</span>
      <span>{`${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`}</span>
    </p>
  );
}

type ContentDialogProps = { asking: Asking; onFinish: (act: (surface: EditorHandle) => void) => void };

function ContentDialog({ asking, onFinish }: ContentDialogProps) {
  const cancel = () => onFinish((surface) => surface.resume());
  return asking.kind === "link" ? (
    <LinkDialog
      {...asking}
      onDone={(href) => onFinish((surface) => surface.link(href))}
      onRemove={() => onFinish((surface) => surface.unlink())}
      onClose={cancel}
    />
  ) : (
    <PictureDialog onDone={(picture) => onFinish((surface) => surface.insertPicture(picture))} onClose={cancel} />
  );
}
