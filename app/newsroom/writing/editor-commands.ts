import { type ChainedCommands, type Editor, getMarkRange, type Range } from "@tiptap/core";
import { createTable } from "@tiptap/extension-table";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

export type PictureTexts = { readonly alt: string; readonly caption: string };
export type InsertedPicture = {
  readonly src: string;
  readonly alt: string;
  readonly caption?: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};
/** One match of a text, or without an index all of them. */
export type Match = { readonly text: string; readonly index?: number | undefined };
export type Format = keyof typeof FORMATS;

const FORMATS = {
  h2: (chain) => chain.toggleHeading({ level: 2 }),
  h3: (chain) => chain.toggleHeading({ level: 3 }),
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  list: (chain) => chain.toggleBulletList(),
  numbers: (chain) => chain.toggleOrderedList(),
  quote: (chain) => chain.toggleBlockquote(),
  divider: (chain) => chain.setHorizontalRule(),
  table: insertTable,
  code: toggleCode,
} as const satisfies Record<string, (chain: ChainedCommands, editor: Editor) => ChainedCommands>;

const ACTIVE = [
  ["h2", "heading", { level: 2 }],
  ["h3", "heading", { level: 3 }],
  ["bold", "bold"],
  ["italic", "italic"],
  ["link", "link"],
  ["list", "bulletList"],
  ["numbers", "orderedList"],
  ["quote", "blockquote"],
  ["code", "code"],
  ["code", "codeBlock"],
] as const;

const TABLE = { rows: 3, cols: 3, withHeaderRow: true };
/** The offset of the first cell's text: a table, a row, a cell and a paragraph open before it. */
const FIRST_CELL = 4;
/** Stands for a line break or picture within a paragraph, so that offsets in the text are positions in the document. */
const LEAF = "\ufffc";

export function applyFormat(editor: Editor, format: Format): void {
  FORMATS[format](editor.chain(), editor).run();
}

export function readCursor(editor: Editor) {
  const isPicture = editor.isActive("image") || editor.isActive("figure");
  return {
    active: ACTIVE.filter(([, name, attributes]) => editor.isActive(name, attributes)).map(([format]) => format),
    place: isPicture ? ("picture" as const) : editor.isActive("table") ? ("table" as const) : undefined,
  };
}

export function moveCursor(editor: Editor, position: number): void {
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position))));
}

function toggleCode(chain: ChainedCommands, { state: { doc, selection } }: Editor): ChainedCommands {
  const { from, to, empty } = selection;
  const isInline = !empty && !doc.textBetween(from, to, "\n").includes("\n");
  return isInline ? chain.toggleCode() : chain.toggleCodeBlock();
}

function insertTable(chain: ChainedCommands, editor: Editor): ChainedCommands {
  const after = endOfPicture(editor);
  if (after === undefined) return chain.insertTable(TABLE);
  const table = createTable(editor.schema, TABLE.rows, TABLE.cols, TABLE.withHeaderRow).toJSON();
  return chain.insertContentAt(after, table).setTextSelection(after + FIRST_CELL);
}

/** The link at the cursor, or else the selected text. */
export function readLink(editor: Editor): { readonly text: string; readonly href?: string | undefined } {
  const link = findLink(editor);
  const { from, to } = link ?? editor.state.selection;
  return { text: editor.state.doc.textBetween(from, to, " "), href: link?.href };
}

export function setLink(editor: Editor, href: string): void {
  const chain = editor.chain();
  const { from, to, empty } = editor.state.selection;
  const link = findLink(editor);
  if (link) chain.setTextSelection(link).setLink({ href }).setTextSelection({ from, to }).run();
  else if (!empty) chain.setLink({ href }).run();
  else chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
}

export function removeLink(editor: Editor): void {
  const { from, to } = editor.state.selection;
  const link = findLink(editor) ?? { from, to };
  editor.chain().setTextSelection(link).unsetLink().setTextSelection({ from, to }).run();
}

/** A bare domain gets https; schemes that run scripts are rejected. */
export function parseHref(typed: string): string | undefined {
  const address = typed.trim();
  if (/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/i.test(address) || address === "/") return address;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : undefined;
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

/** The picture that is selected, or in whose caption the cursor is. */
function findPicture({ state: { selection } }: Editor): (Range & { readonly node: Node }) | undefined {
  const { $from, from, to } = selection;
  if (selection instanceof NodeSelection && isPicture(selection.node)) return { node: selection.node, from, to };
  const depth = Array.from({ length: $from.depth }, (_, index) => index + 1).find((one) => isPicture($from.node(one)));
  if (depth === undefined) return undefined;
  return { node: $from.node(depth), from: $from.before(depth), to: $from.after(depth) };
}

const isPicture = ({ type: { name } }: Node) => name === "image" || name === "figure";

export function readPicture(editor: Editor): PictureTexts | undefined {
  const found = findPicture(editor);
  return found && { alt: String(found.node.attrs.alt ?? ""), caption: found.node.textContent };
}

/** Wraps a picture with a caption in a figure, and unwraps it when the caption is empty. */
export function changePicture(editor: Editor, { alt, caption }: PictureTexts): void {
  const found = findPicture(editor);
  if (!found) return;
  const { node, from, to } = found;
  const { src, width, height } = node.attrs;
  const isSame = node.type.name === "figure" && caption === node.textContent;
  // An unchanged caption keeps its links and emphasis.
  const content = isSame ? node.content.toJSON() : caption && [{ type: "text", text: caption }];
  const changed = caption
    ? { type: "figure", attrs: { ...node.attrs, alt }, content }
    : { type: "image", attrs: { src, width, height, alt } };
  editor.chain().insertContentAt({ from, to }, changed).setNodeSelection(from).run();
}

export function removePicture(editor: Editor): void {
  const found = findPicture(editor);
  if (found) editor.commands.deleteRange(found);
}

/** The position after the selected picture: other blocks are inserted there, because they would replace it. */
const endOfPicture = (editor: Editor): number | undefined => findPicture(editor)?.to;

export function insertPicture(editor: Editor, { caption, ...attrs }: InsertedPicture): void {
  const at = endOfPicture(editor) ?? editor.state.selection.to;
  const node = caption
    ? { type: "figure", attrs, content: [{ type: "text", text: caption }] }
    : { type: "image", attrs };
  editor.commands.insertContentAt(at, node);
}

/** All matches of a text, including those that are partly bold or a link. */
export function findText(doc: Node, text: string): readonly number[] {
  const places: number[] = [];
  if (!text) return places;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    const content = node.textBetween(0, node.content.size, undefined, LEAF);
    for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
      places.push(position + 1 + at);
    }
  });
  return places;
}

/** One transaction, so that one Undo reverts all replacements. Returns the number of replaced matches. */
export function replaceText(editor: Editor, { text, index }: Match, replacement: string): number {
  const places = findText(editor.state.doc, text).filter((_, place) => index === undefined || place === index);
  const { tr } = editor.state;
  // From the end, so that the positions of earlier matches stay valid.
  for (const from of places.toReversed()) tr.insertText(replacement, from, from + text.length);
  editor.view.dispatch(tr);
  return places.length;
}

export function markMatches(doc: Node, { text, index }: Match): DecorationSet {
  const marks = findText(doc, text).map((from, place) =>
    Decoration.inline(from, from + text.length, { class: place === index ? "match match-current" : "match" }),
  );
  return DecorationSet.create(doc, marks);
}

/** Selects a match; the cursor stays if there is none. */
export function selectMatch(editor: Editor, { text, index = 0 }: Match): void {
  const from = findText(editor.state.doc, text)[index];
  if (from !== undefined) editor.commands.setTextSelection({ from, to: from + text.length });
}
