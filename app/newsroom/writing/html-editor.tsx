import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
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
import type { EditorHandle, Match } from "./editor-handle.ts";
import { findControlLetter } from "./use-control-key.ts";
import { takePictures } from "./use-dropped-pictures.tsx";

type HtmlEditorProps = Omit<ComponentProps<"textarea">, "ref" | "onChange"> & {
  ref: Ref<EditorHandle>;
  value: string;
  /** The match that "Find" shows. */
  match: Match | undefined;
  onChange: (html: string) => void;
  /** Pictures that were pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
};

type Field = RefObject<HTMLTextAreaElement | null>;
type Change = (html: string, selection: Selection) => HtmlEdit;

const ROWS = 15;
const SHORTCUTS: Readonly<Record<string, Format>> = { b: "bold", i: "italic" };

/** The content as HTML in a textarea. */
export function HtmlEditor({ ref, match, onChange, onFiles, ...area }: HtmlEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
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

  useEffect(() => {
    const current = match && marks.current?.querySelector(".match-current");
    if (!current) return;
    current.scrollIntoView({ block: "center" });
    if (field.current && marks.current) field.current.scrollTop = marks.current.scrollTop;
  }, [match]);

  return (
    <div className="html-editor-box">
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
        onScroll={({ currentTarget }) => marks.current && (marks.current.scrollTop = currentTarget.scrollTop)}
      />
      {match?.text && (
        <div className="html-editor-marks" aria-hidden="true" ref={marks}>
          {markMatches(area.value, match)}
        </div>
      )}
    </div>
  );
}

/** A textarea cannot mark parts of its text, so a layer above it repeats the text invisibly, with visible marks. */
function markMatches(html: string, { text, index }: Match): ReactNode {
  let end = 0;
  return html.split(text).flatMap((part, place) => {
    const start = end;
    end += text.length + part.length;
    if (place === 0) return [part];
    const className = place - 1 === index ? "match match-current" : "match";
    return [
      <mark className={className} key={start}>
        {text}
      </mark>,
      part,
    ];
  });
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
    replace({ text, index }, replacement) {
      const { value = "" } = field.current ?? {};
      const range = index === undefined ? { start: 0, end: value.length } : findMatch(value, text, index);
      edit(() => ({
        ...range,
        text: value.slice(range.start, range.end).replaceAll(text, () => replacement),
        selected: { start: range.start, end: range.start },
      }));
      return index === undefined ? value.split(text).length - 1 : 1;
    },
    select({ text, index = 0 }) {
      if (!field.current) return;
      field.current.focus();
      const { start, end } = findMatch(field.current.value, text, index);
      if (text && end <= field.current.value.length) field.current.setSelectionRange(start, end);
    },
    insertPicture: (picture) => edit((html, selection) => insertBlock(html, selection, pictureHtml(picture))),
  };
}

function findMatch(html: string, text: string, index: number): Selection {
  const before = html.split(text).slice(0, index + 1);
  const start = before.join(text).length;
  return { start, end: start + text.length };
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
