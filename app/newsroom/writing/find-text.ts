import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Match } from "./editor-handle.ts";

/** Stands for a line break or picture within a paragraph, so that offsets in the text are positions in the document. */
const LEAF = "\ufffc";

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

/** One transaction, so that one Undo reverts all replacements. */
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

export function selectMatch(editor: Editor, { text, index = 0 }: Match): void {
  const from = findText(editor.state.doc, text)[index];
  const chain = editor.chain().focus();
  (from === undefined ? chain : chain.setTextSelection({ from, to: from + text.length })).run();
}
