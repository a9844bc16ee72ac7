import { type Command, generateHTML, generateJSON, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { TextSelection } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";

const attribute = (name: string) => ({
  default: null,
  parseHTML: (figure: HTMLElement) => figure.querySelector(":scope > img")?.getAttribute(name) ?? null,
  rendered: false,
});

/** A picture with a caption, which is written in the text like a paragraph. */
const Figure = Node.create({
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

/** Tables as plain HTML: TipTap's own write style attributes, which the Content Security Policy forbids. */
const PlainTable = Table.extend({
  renderHTML: () => ["table", ["tbody", 0]],
  addNodeView: () => null,
}).configure({ resizable: false });

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => Number(cell.getAttribute(name)) || 1,
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});
const cellAttributes = {
  addAttributes: () => ({
    colspan: span("colspan"),
    rowspan: span("rowspan"),
    colwidth: { default: null, rendered: false },
  }),
};

/** Text typed after a link is not part of it. */
const Basics = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) =>
      extension instanceof Mark && extension.name === "link" ? extension.extend({ inclusive: false }) : extension,
    );
  },
});

/** The markup that the visual editor supports. */
export const extensions = [
  Basics.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, defaultProtocol: "https", HTMLAttributes: { target: null, rel: null, class: null } },
    trailingNode: false,
  }),
  Image,
  Figure,
  PlainTable,
  TableRow,
  TableHeader.extend(cellAttributes),
  TableCell.extend(cellAttributes),
];

/** The markup that the visual editor would drop, such as `<video>`. */
export function findDroppedMarkup(html: string): readonly string[] {
  const before = countMarkup(html);
  const after = countMarkup(tidyHtml(generateHTML(generateJSON(html, extensions), extensions)));
  return [...before].filter(([markup, times]) => (after.get(markup) ?? 0) < times).map(([markup]) => markup);
}

/** Tidies the editor's HTML: no single paragraphs in list items and cells, header rows in a thead, line breaks. */
export function tidyHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const container of body.querySelectorAll("li, td, th")) unwrapParagraph(container);
  for (const table of body.querySelectorAll("table")) moveHeader(table);
  for (const caption of body.querySelectorAll("figcaption:empty")) caption.remove();
  for (const img of body.querySelectorAll("img[contenteditable]")) img.removeAttribute("contenteditable");
  return Array.from(body.children, writeBlock).join("\n\n");
}

function unwrapParagraph(container: Element): void {
  const paragraphs = Array.from(container.children).filter(({ tagName }) => tagName === "P");
  const [only] = paragraphs;
  if (only && paragraphs.length === 1 && container.firstChild === only) only.replaceWith(...only.childNodes);
}

function moveHeader(table: HTMLTableElement): void {
  const [first] = table.rows;
  if (!first || table.tHead || !Array.from(first.cells).every(({ tagName }) => tagName === "TH")) return;
  table.createTHead().append(first);
}

function writeBlock(block: Element): string {
  return ["UL", "OL", "TABLE"].includes(block.tagName)
    ? block.outerHTML
        .replace(/(?=<li>)/g, "\n  ")
        .replace(/(?=<\/(ul|ol|table)>$)/g, "\n")
        .replace(/(?=<\/?(?:thead|tbody)>)/g, "\n  ")
        .replace(/(?=<tr>)/g, "\n    ")
    : block.outerHTML;
}

const SYNONYMS: Readonly<Record<string, string>> = { b: "strong", i: "em", strike: "s", del: "s" };

/** Counts every element and attribute, except paragraphs in list items and cells. */
function countMarkup(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (markup: string) => counts.set(markup, (counts.get(markup) ?? 0) + 1);
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("*")) {
    const tag = SYNONYMS[element.localName] ?? element.localName;
    if (tag === "p" && element.parentElement?.matches("li, td, th")) continue;
    if (tag !== "tbody" && tag !== "thead") add(`<${tag}>`);
    for (const { name } of element.attributes) add(`<${tag} ${name}>`);
  }
  return counts;
}
