import { mergeAttributes, Node } from "@tiptap/core";

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
