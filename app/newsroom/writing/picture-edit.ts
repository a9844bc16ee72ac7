import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";

export type PictureTexts = { readonly alt: string; readonly caption: string };
export type InsertedPicture = {
  readonly src: string;
  readonly alt: string;
  readonly caption?: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

/** The picture that is selected, or in whose caption the cursor is. */
function findPicture(editor: Editor) {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection && isPicture(selection.node.type.name)) {
    return { node: selection.node, at: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (isPicture(node.type.name)) return { node, at: $from.before(depth) };
  }
  return undefined;
}

const isPicture = (name: string) => name === "image" || name === "figure";

export function readPicture(editor: Editor): PictureTexts | undefined {
  const found = findPicture(editor);
  return found && { alt: String(found.node.attrs.alt ?? ""), caption: found.node.textContent };
}

/** Wraps a picture with a caption in a figure, and unwraps it when the caption is empty. */
export function changePicture(editor: Editor, { alt, caption }: PictureTexts): void {
  const found = findPicture(editor);
  if (!found) return;
  const { src, width, height } = found.node.attrs;
  const isSame = found.node.type.name === "figure" && caption === found.node.textContent;
  // An unchanged caption keeps its links and emphasis.
  const content = isSame ? found.node.content.toJSON() : caption && [{ type: "text", text: caption }];
  const node = caption
    ? { type: "figure", attrs: { ...found.node.attrs, alt }, content }
    : { type: "image", attrs: { src, width, height, alt } };
  const range = { from: found.at, to: found.at + found.node.nodeSize };
  editor.chain().focus().insertContentAt(range, node).setNodeSelection(found.at).run();
}

export function removePicture(editor: Editor): void {
  const found = findPicture(editor);
  if (!found) return;
  const range = { from: found.at, to: found.at + found.node.nodeSize };
  editor.chain().focus().deleteRange(range).run();
}

/** The position after the selected picture: other blocks are inserted there, because they would replace it. */
export function endOfPicture(editor: Editor): number | undefined {
  const found = findPicture(editor);
  return found && found.at + found.node.nodeSize;
}

export function insertPicture(editor: Editor, { caption, ...attrs }: InsertedPicture): void {
  const at = endOfPicture(editor) ?? editor.state.selection.to;
  const node = caption
    ? { type: "figure", attrs, content: [{ type: "text", text: caption }] }
    : { type: "image", attrs };
  editor.chain().focus().insertContentAt(at, node).run();
}
