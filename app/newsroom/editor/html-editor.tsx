import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
} from "react";
import { escapeHtml } from "../../../domain/escape-html.ts";
import {
  type Format,
  formatHtml,
  type HtmlEdit,
  insertBlock,
  findLink,
  removeLink,
  type Selection,
  setLink,
} from "../../../domain/posts/html-edit.ts";
import { cleanPaste } from "../../../domain/posts/paste.ts";
import { publicConfig } from "../../auth/public-config.ts";
import type { EditorHandle } from "./editor-handle.ts";
import { findControlLetter } from "./use-control-key.ts";
import { takePictures } from "./use-dropped-pictures.tsx";

type HtmlEditorProps = Omit<ComponentProps<"textarea">, "ref" | "onChange"> & {
  ref: Ref<EditorHandle>;
  value: string;
  onChange: (html: string) => void;
  /** Pictures that were pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
};

type Field = RefObject<HTMLTextAreaElement | null>;
type Change = (html: string, selection: Selection) => HtmlEdit;

const ROWS = 15;
const SHORTCUTS: Readonly<Record<string, Format>> = { b: "bold", i: "italic" };

/** The content as HTML in a textarea. */
export function HtmlEditor({ ref, onChange, onFiles, ...area }: HtmlEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = (change: Change) => applyEdit(field, change);
  useImperativeHandle(ref, () => createHandle(field));

  function press(event: KeyboardEvent) {
    const format = SHORTCUTS[findControlLetter(event) ?? ""];
    if (!format) return;
    event.preventDefault();
    edit((html, selection) => formatHtml(html, selection, format));
  }

  function paste(event: ClipboardEvent) {
    if (takePictures(event.clipboardData, onFiles)) return event.preventDefault();
    const [html, text] = [event.clipboardData.getData("text/html"), event.clipboardData.getData("text/plain")];
    // Markup copied from a code editor is pasted as text, without its syntax colors.
    if (!html || /<\/?[a-z][^<>]*>/i.test(text)) return;
    event.preventDefault();
    edit((_, { start, end }) => {
      const cleaned = cleanPaste(html, publicConfig().supabaseUrl) || escapeHtml(text);
      const after = start + cleaned.length;
      return { start, end, text: cleaned, selected: { start: after, end: after } };
    });
  }

  return (
    <textarea
      {...area}
      className="html-editor"
      rows={ROWS}
      spellCheck={false}
      required
      ref={field}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={press}
      onPaste={paste}
      onDrop={(event) => takePictures(event.dataTransfer, onFiles) && event.preventDefault()}
    />
  );
}

function createHandle(field: Field): EditorHandle {
  const edit = (change: Change) => applyEdit(field, change);
  return {
    apply: (format) => edit((html, selection) => formatHtml(html, selection, format)),
    readLink: () => {
      if (!field.current) return { text: "" };
      const { value, selectionStart: start, selectionEnd: end } = field.current;
      return findLink(value, { start, end }) ?? { text: value.slice(start, end) };
    },
    link: (href) => edit((html, selection) => setLink(html, selection, href)),
    unlink: () => edit(removeLink),
    resume: () => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.selectionEnd, field.current.selectionEnd);
    },
    count: (text) => (field.current?.value.split(text).length ?? 1) - 1,
    replaceAll(text, replacement) {
      const before = field.current?.value ?? "";
      const after = before.replaceAll(text, () => replacement);
      edit(() => ({ start: 0, end: before.length, text: after, selected: { start: 0, end: 0 } }));
      return before.split(text).length - 1;
    },
    insertPicture: (picture) => edit((html, selection) => insertBlock(html, selection, pictureHtml(picture))),
  };
}

function applyEdit({ current: field }: Field, change: Change): void {
  if (!field) return;
  const { start, end, text, selected } = change(field.value, { start: field.selectionStart, end: field.selectionEnd });
  field.focus();
  field.setSelectionRange(start, end);
  // execCommand is deprecated, but it is the only edit that Ctrl+Z can undo.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(selected.start, selected.end);
}

function pictureHtml({ src, alt, caption, width, height }: Parameters<EditorHandle["insertPicture"]>[0]): string {
  const size = width && height ? ` width="${width}" height="${height}"` : "";
  const img = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${size}>`;
  return caption ? `<figure>${img}<figcaption>${escapeHtml(caption)}</figcaption></figure>` : img;
}
