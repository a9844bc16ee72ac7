import { type Command, mergeAttributes, Node } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

const attribute = (name: string) => ({
  default: null,
  parseHTML: (figure: HTMLElement) => figure.querySelector(":scope > img")?.getAttribute(name) ?? null,
  rendered: false,
});

/** A picture with a caption, which is written in the text like a paragraph. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "inline*",
  isolating: true,
  draggable: true,

  addKeyboardShortcuts: () => ({ Enter: ({ editor }) => editor.commands.command(leaveCaption) }),

  addAttributes: () => ({
    src: attribute("src"),
    alt: attribute("alt"),
    width: attribute("width"),
    height: attribute("height"),
    class: { default: null },
  }),

  parseHTML: () => [
    {
      tag: "figure",
      getAttrs: (figure) => (figure.querySelector(":scope > img") ? null : false),
      contentElement: (figure) => figure.querySelector("figcaption") ?? document.createElement("p"),
    },
  ],

  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs;
    return [
      "figure",
      mergeAttributes(HTMLAttributes),
      ["img", { src, alt: alt ?? "", ...(width && { width }), ...(height && { height }), contenteditable: "false" }],
      ["figcaption", 0],
    ];
  },
});

/** Continues in a paragraph below the picture, with the text after the cursor. */
const leaveCaption: Command = ({ tr, state, dispatch }) => {
  const { $from, $to } = state.selection;
  const { paragraph } = state.schema.nodes;
  if (!paragraph || $from.parent.type.name !== "figure" || !$from.sameParent($to)) return false;
  if (!dispatch) return true;
  const rest = $to.parent.slice($to.parentOffset).content;
  tr.delete($from.pos, $to.end());
  const below = $from.pos + 1;
  tr.insert(below, paragraph.create(null, rest));
  tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView();
  return true;
};
