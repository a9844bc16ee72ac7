import { createTable } from "@tiptap/extension-table";
import { DOMParser as DocumentParser, type Slice } from "@tiptap/pm/model";
import { Selection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type Editor, EditorContent, getMarkRange, type Range, useEditor } from "@tiptap/react";
import { micromark } from "micromark";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import type { Format } from "../../../domain/posts/html-edit.ts";
import { convertMarkdown, isMarkdown } from "../../../domain/posts/markdown.ts";
import { cleanPaste } from "../../../domain/posts/paste.ts";
import { publicConfig } from "../../auth/public-config.ts";
import type { Place } from "./context-tools.tsx";
import type { EditorHandle, Match } from "./editor-handle.ts";
import { findText, markMatches, replaceText, selectMatch } from "./find-text.ts";
import { changePicture, endOfPicture, insertPicture, readPicture, removePicture } from "./picture-edit.ts";
import { type SlashKeys, SlashMenu } from "./slash-menu.tsx";
import type { Tool } from "./toolbar.tsx";
import { takePictures } from "./use-dropped-pictures.tsx";
import { extensions, tidyHtml } from "./visual-html.ts";
import "./visual-editor.css";

type VisualEditorProps = {
  ref: Ref<EditorHandle>;
  id: string;
  labelledBy: string;
  value: string;
  /** The match that "Find" shows. */
  match: Match | undefined;
  onChange: (html: string) => void;
  onActive: (cursor: { active: ReadonlySet<Tool>; place: Place }) => void;
  onUse: (tool: Tool) => void;
  /** Pictures that were pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
};

/** The visual editor, loaded lazily because TipTap is large. */
export default function VisualEditor(props: VisualEditorProps) {
  const { ref, value, match, onChange, onActive, onUse, onFiles, labelledBy, ...own } = props;
  const lastHtml = useRef(value);
  const marked = useRef(match);
  const slash = useRef<SlashKeys>(null);
  const takeFiles = useRef(onFiles);
  useEffect(() => {
    takeFiles.current = onFiles;
  }, [onFiles]);
  const editor = useEditor({
    extensions,
    content: value,
    // The Content Security Policy forbids injected styles; visual-editor.css has the rules.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      clipboardTextParser: parseMarkdown,
      attributes: attributesOf(own, labelledBy),
      decorations: ({ doc }) => marked.current && markMatches(doc, marked.current),
      handleKeyDown: (_, event) => slash.current?.press(event) ?? false,
      handlePaste: (_, { clipboardData }) => takePictures(clipboardData, takeFiles.current),
      handleDrop(view, { clientX: left, clientY: top, dataTransfer }, _slice, isMoved) {
        if (isMoved) return false;
        return takePictures(dataTransfer, (files) => {
          const place = view.posAtCoords({ left, top });
          if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
          takeFiles.current(files);
        });
      },
    },
    onUpdate({ editor: current }) {
      lastHtml.current = current.isEmpty ? "" : tidyHtml(current.getHTML());
      onChange(lastHtml.current);
    },
    onTransaction: ({ editor: current }) => onActive({ active: activeTools(current), place: placeOf(current) }),
  });

  useEffect(() => {
    // The value was replaced from outside, for example by another window's draft.
    if (value === lastHtml.current) return;
    lastHtml.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    if (marked.current === match) return;
    marked.current = match;
    // An empty transaction renders the decorations.
    editor.view.dispatch(editor.state.tr);
    editor.view.dom.querySelector(".match-current")?.scrollIntoView({ block: "center" });
  }, [editor, match]);

  useImperativeHandle(ref, () => createHandle(editor), [editor]);
  return (
    <div className="visual-editor article prose">
      <EditorContent editor={editor} />
      <SlashMenu editor={editor} ref={slash} onUse={onUse} />
    </div>
  );
}

/** Converts pasted plain text that is Markdown to formatted text. */
function parseMarkdown(text: string, _context: unknown, isPlain: boolean, view: EditorView): Slice {
  // Without a result, ProseMirror pastes the text unchanged.
  if (isPlain || !isMarkdown(text)) return undefined as unknown as Slice;
  const html = convertMarkdown(text, (markdown) => micromark(markdown));
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), "text/html");
  return DocumentParser.fromSchema(view.state.schema).parseSlice(body);
}

function placeOf(editor: Editor): Place {
  if (editor.isActive("image") || editor.isActive("figure")) return "picture";
  return editor.isActive("table") ? "table" : undefined;
}

function cleanPastedHtml(html: string): string {
  return cleanPaste(html, publicConfig().supabaseUrl);
}

function attributesOf(own: Pick<VisualEditorProps, "id" | "aria-describedby" | "aria-invalid">, labelledBy: string) {
  return {
    id: own.id,
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelledBy,
    "aria-describedby": own["aria-describedby"],
    ...(own["aria-invalid"] && { "aria-invalid": "true" }),
  };
}

function createHandle(editor: Editor): EditorHandle {
  return {
    apply: (format) => applyFormat(editor, format),
    readLink() {
      const link = findLink(editor);
      const { from, to } = link ?? editor.state.selection;
      return { text: editor.state.doc.textBetween(from, to, " "), href: link?.href };
    },
    link(href) {
      const chain = editor.chain().focus();
      const { from, to, empty } = editor.state.selection;
      const link = findLink(editor);
      if (link) chain.setTextSelection(link).setLink({ href }).setTextSelection({ from, to }).run();
      else if (!empty) chain.setLink({ href }).run();
      else chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    },
    unlink() {
      const { from, to } = editor.state.selection;
      const link = findLink(editor) ?? { from, to };
      editor.chain().focus().setTextSelection(link).unsetLink().setTextSelection({ from, to }).run();
    },
    resume: () => void editor.chain().focus().command(collapse).run(),
    insertPicture: (picture) => insertPicture(editor, picture),
    count: (text) => findText(editor.state.doc, text).length,
    replace: (match, replacement) => replaceText(editor, match, replacement),
    select: (match) => selectMatch(editor, match),
    readPicture: () => readPicture(editor),
    changePicture: (texts) => changePicture(editor, texts),
    removePicture: () => removePicture(editor),
    changeTable: (change) => void editor.chain().focus()[change]().run(),
  };
}

function collapse({ tr }: { tr: Transaction }): boolean {
  tr.setSelection(Selection.near(tr.selection.$to));
  return true;
}

/** The link around the selection, or a link that the selection overlaps. */
function findLink(editor: Editor): (Range & { readonly href: string }) | undefined {
  const { selection, schema } = editor.state;
  const { $from, from, to } = selection;
  const type = schema.marks.link;
  const range = type && getMarkRange($from, type);
  if (!range || range.from > from || range.to < to) {
    const { href } = editor.getAttributes("link");
    return typeof href === "string" ? { from, to, href } : undefined;
  }
  const mark = editor.state.doc.nodeAt(range.from)?.marks.find((one) => one.type === type);
  return { from: range.from, to: range.to, href: String(mark?.attrs.href ?? "") };
}

function applyFormat(editor: Editor, format: Format): void {
  const chain = editor.chain().focus();
  const { from, to } = editor.state.selection;
  switch (format) {
    case "h2":
      return void chain.toggleHeading({ level: 2 }).run();
    case "h3":
      return void chain.toggleHeading({ level: 3 }).run();
    case "bold":
      return void chain.toggleBold().run();
    case "italic":
      return void chain.toggleItalic().run();
    case "list":
      return void chain.toggleBulletList().run();
    case "numbers":
      return void chain.toggleOrderedList().run();
    case "divider":
      return void chain.setHorizontalRule().run();
    case "quote":
      return void chain.toggleBlockquote().run();
    case "table":
      return insertTable(editor);
    case "code": {
      const isInline = from !== to && !editor.state.doc.textBetween(from, to, "\n").includes("\n");
      return void (isInline ? chain.toggleCode() : chain.toggleCodeBlock()).run();
    }
  }
}

const TABLE = { rows: 3, cols: 3, withHeaderRow: true };
/** The offset of the first cell's text: a table, a row, a cell and a paragraph open before it. */
const FIRST_CELL = 4;

function insertTable(editor: Editor): void {
  const chain = editor.chain().focus();
  const after = endOfPicture(editor);
  if (after === undefined) return void chain.insertTable(TABLE).run();
  const table = createTable(editor.schema, TABLE.rows, TABLE.cols, TABLE.withHeaderRow).toJSON();
  chain
    .insertContentAt(after, table)
    .setTextSelection(after + FIRST_CELL)
    .run();
}

function activeTools(editor: Editor): ReadonlySet<Tool> {
  const states: readonly (readonly [Tool, boolean])[] = [
    ["h2", editor.isActive("heading", { level: 2 })],
    ["h3", editor.isActive("heading", { level: 3 })],
    ["bold", editor.isActive("bold")],
    ["italic", editor.isActive("italic")],
    ["link", editor.isActive("link")],
    ["list", editor.isActive("bulletList")],
    ["numbers", editor.isActive("orderedList")],
    ["quote", editor.isActive("blockquote")],
    ["code", editor.isActive("code") || editor.isActive("codeBlock")],
  ];
  return new Set(states.filter(([, isActive]) => isActive).map(([tool]) => tool));
}
