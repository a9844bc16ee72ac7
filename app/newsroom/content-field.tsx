import { lazy, Suspense, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { countWords, LONGEST } from "../../domain/draft.ts";
import { ContentHead } from "./content-head.tsx";
import { HtmlSurface } from "./html-surface.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import type { Surface } from "./surface.ts";
import { type Tool, Toolbar } from "./toolbar.tsx";
import { useControlKey } from "./use-control-key.ts";
import { useWritingMode } from "./use-writing-mode.tsx";

const VisualSurface = lazy(() => import("./visual-surface.tsx"));

type ContentFieldProps = { value: string; error: string | undefined; onChange: (html: string) => void };

type Asking = { readonly kind: "picture" } | { readonly kind: "link"; readonly text: string };

/** One text, two ways to write it: as HTML, or as it will look. */
export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const surface = useRef<Surface>(null);
  const [active, setActive] = useState<ReadonlySet<Tool>>();
  const [asking, setAsking] = useState<Asking>();
  const { mode, choose, warning } = useWritingMode(value);
  const askForLink = useCallback(() => setAsking({ kind: "link", text: surface.current?.selectedText() ?? "" }), []);
  useControlKey(field, "k", askForLink);

  // At once: as long as a dialog is open, the text behind it takes no focus.
  const close = () => flushSync(() => setAsking(undefined));
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
  const html = <HtmlSurface {...own} name="content" maxLength={LONGEST.content} />;

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
      <p className="hint content-hint" id={`${id}-hint`}>
        <span>{mode === "html" ? "HTML is kept. Scripts are not." : "What it looks like is what is published."}</span>
        <span>{describeWords(countWords(value))}</span>
      </p>
      {warning}
      {asking?.kind === "link" && (
        <LinkDialog text={asking.text} onDone={(href) => surface.current?.link(href)} onClose={close} />
      )}
      {asking?.kind === "picture" && (
        <PictureDialog onDone={(picture) => surface.current?.insertPicture(picture)} onClose={close} />
      )}
    </div>
  );
}

function describeWords(words: number): string {
  return `${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`;
}
