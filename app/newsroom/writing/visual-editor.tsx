import { FileHandler } from "@tiptap/extension-file-handler";
import { DOMParser as DocumentParser, type Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type Editor, EditorContent, type Extensions, useEditor } from "@tiptap/react";
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cleanPaste } from "../../../domain/posts/paste.ts";
import { publicConfig } from "../../auth/public-config.ts";
import type { EditorProps } from "./content-field.tsx";
import { LinkDialog, PictureDialog, PictureTextDialog } from "./dialogs.tsx";
import {
  applyFormat,
  changePicture,
  insertPicture,
  markMatches,
  type Match,
  moveCursor,
  type PictureTexts,
  readLink,
  readPicture,
  removeLink,
  selectMatch,
  setLink,
} from "./editor-commands.ts";
import { FindBar } from "./find-bar.tsx";
import { convertMarkdown } from "./markdown.ts";
import { SlashMenu, type SlashMenuOptions } from "./slash-menu.tsx";
import { type Tool, Toolbar } from "./toolbar.tsx";
import { useControlKey } from "./use-control-key.ts";
import { extensions, tidyHtml } from "./visual-html.ts";
import { useWritingWords } from "./words.ts";
import "./visual-editor.css";

type VisualEditorProps = EditorProps & { labelledBy: string };
type OpenDialog =
  | { readonly kind: "picture" }
  | { readonly kind: "picture-text"; readonly texts: PictureTexts }
  | ({ readonly kind: "link" } & ReturnType<typeof readLink>);

/** The visual editor with its toolbar, loaded lazily because TipTap is large. */
export default function VisualEditor({ ref, onFiles, ...props }: VisualEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [match, setMatch] = useState<Match>();
  const { menu } = useWritingWords();
  // The functions of the first render serve for good: they use only refs and setters of state.
  const [all] = useState(() => [
    ...extensions,
    ...createTools(onFiles, {
      isShort: props.isShort,
      words: menu.words,
      onPicture: () => setDialog({ kind: "picture" }),
    }),
  ]);
  const editor = useTextEditor(props, all, match);
  const openLinkDialog = useCallback(() => setDialog({ kind: "link", ...readLink(editor) }), [editor]);
  useControlKey(box, "k", openLinkDialog);
  useImperativeHandle(ref, () => (picture) => act(() => insertPicture(editor, picture)));

  function act(change: () => void) {
    editor.commands.focus();
    change();
  }
  function use(tool: Tool) {
    if (tool === "link") openLinkDialog();
    else if (tool === "picture") setDialog({ kind: tool });
    else if (tool !== "find") act(() => applyFormat(editor, tool));
    else if (match) closeFind(match);
    else setMatch({ text: "", index: 0 });
  }
  function closeFind(current: Match) {
    setMatch(undefined);
    act(() => selectMatch(editor, current));
  }
  function editPicture() {
    const texts = readPicture(editor);
    if (texts) setDialog({ kind: "picture-text", texts });
  }

  return (
    <div className="content-editor" ref={box}>
      <Toolbar editor={editor} controls={props.id} isShort={props.isShort} onUse={use} onEditPicture={editPicture}>
        {match && <FindBar {...{ match, editor }} onChange={setMatch} onClose={() => closeFind(match)} />}
      </Toolbar>
      <div className={props.isShort ? "visual-editor short prose" : "visual-editor article prose"}>
        <EditorContent editor={editor} />
      </div>
      {dialog && (
        <ContentDialog
          {...{ dialog, editor }}
          onFinish={(change) => {
            // Close synchronously: the editor cannot take the focus while a modal dialog is open.
            flushSync(() => setDialog(undefined));
            act(change);
          }}
        />
      )}
    </div>
  );
}

type ContentDialogProps = { dialog: OpenDialog; editor: Editor; onFinish: (change: () => void) => void };

function ContentDialog({ dialog, editor, onFinish }: ContentDialogProps) {
  // The cursor goes behind the selection, so that the next key does not replace it.
  const onClose = () => onFinish(() => moveCursor(editor, editor.state.selection.to));
  switch (dialog.kind) {
    case "link":
      return (
        <LinkDialog
          {...dialog}
          onDone={(href) => onFinish(() => setLink(editor, href))}
          onRemove={() => onFinish(() => removeLink(editor))}
          onClose={onClose}
        />
      );
    case "picture-text":
      return (
        <PictureTextDialog
          texts={dialog.texts}
          onDone={(texts) => onFinish(() => changePicture(editor, texts))}
          onClose={onClose}
        />
      );
    case "picture":
      return <PictureDialog onDone={(picture) => onFinish(() => insertPicture(editor, picture))} onClose={onClose} />;
  }
}

function useTextEditor(
  { value, onChange, labelledBy, ...own }: Omit<VisualEditorProps, "ref" | "onFiles">,
  all: Extensions,
  match: Match | undefined,
): Editor {
  const lastHtml = useRef(value);
  const marked = useRef(match);
  const editor = useEditor({
    extensions: all,
    content: value,
    // The Content Security Policy forbids injected styles; visual-editor.css has the rules.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      clipboardTextParser: parseMarkdown,
      decorations: ({ doc }) => marked.current && markMatches(doc, marked.current),
      // Chromium lists a dragged picture as a file too, which would be uploaded again where it is dropped.
      handleDOMEvents: { dragstart: (_, { dataTransfer }) => dataTransfer?.items.clear() },
      attributes: {
        id: own.id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        "aria-describedby": own["aria-describedby"],
        ...(own["aria-invalid"] && { "aria-invalid": "true" }),
      },
    },
    onUpdate(update) {
      lastHtml.current = update.editor.isEmpty ? "" : tidyHtml(update.editor.getHTML());
      onChange(lastHtml.current);
    },
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

  return editor;
}

function createTools(onFiles: EditorProps["onFiles"], menu: SlashMenuOptions) {
  return [
    SlashMenu.configure(menu),
    FileHandler.configure({
      consumePasteEvent: true,
      onPaste(editor, files, html) {
        // Word processors copy a picture of the text along with it.
        if (html?.includes("<p")) editor.view.pasteHTML(html);
        else onFiles(files);
      },
      onDrop(editor, files, position) {
        moveCursor(editor, position);
        onFiles(files);
      },
    }),
  ];
}

function parseMarkdown(text: string, _context: unknown, isPlain: boolean, view: EditorView): Slice {
  const html = isPlain ? undefined : convertMarkdown(text);
  // Without a result, ProseMirror pastes the text unchanged.
  if (html === undefined) return undefined as unknown as Slice;
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), "text/html");
  return DocumentParser.fromSchema(view.state.schema).parseSlice(body);
}

const cleanPastedHtml = (html: string): string => cleanPaste(html, publicConfig().supabaseUrl);
