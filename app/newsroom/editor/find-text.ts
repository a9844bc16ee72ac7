import type { Editor } from "@tiptap/core";

/** Stands for a line break or picture within a paragraph, so that offsets in the text are positions in the document. */
const LEAF = "\ufffc";

/** All matches of a text, including those that are partly bold or a link. */
function findText(editor: Editor, text: string): readonly number[] {
  const places: number[] = [];
  editor.state.doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    const content = node.textBetween(0, node.content.size, undefined, LEAF);
    for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
      places.push(position + 1 + at);
    }
  });
  return places;
}

export const countText = (editor: Editor, text: string) => findText(editor, text).length;

/** One transaction, so that one Undo reverts all replacements. */
export function replaceText(editor: Editor, text: string, replacement: string): number {
  const places = findText(editor, text);
  const { tr } = editor.state;
  // From the end, so that the positions of earlier matches stay valid.
  for (const from of places.toReversed()) tr.insertText(replacement, from, from + text.length);
  editor.view.dispatch(tr);
  return places.length;
}
