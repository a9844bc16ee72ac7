import { Editor, type JSONContent } from "@tiptap/core";
import { expect, test } from "vitest";
import {
  applyFormat,
  changePicture,
  findText,
  insertPicture,
  moveCursor,
  parseHref,
  readCursor,
  readLink,
  readPicture,
  removeLink,
  removePicture,
  replaceText,
  selectMatch,
  setLink,
} from "./editor-commands.ts";
import { extensions } from "./visual-html.ts";

test("a link is set on the selected words, read at the cursor, changed and removed as a whole", () => {
  const editor = open(paragraph("We keep a drawer of ideas"));
  select(editor, "a drawer");
  expect(readLink(editor)).toEqual({ text: "a drawer", href: undefined });
  setLink(editor, "/work");
  selectMatch(editor, { text: "raw" });
  expect(readLink(editor)).toEqual({ text: "a drawer", href: "/work" });
  setLink(editor, "/services");
  expect(linksOf(editor)).toEqual([["a drawer", "/services"]]);
  expect(selected(editor)).toBe("raw");
  removeLink(editor);
  expect(linksOf(editor)).toEqual([]);
  expect(selected(editor)).toBe("raw");
});

test("without selected words the address is the link, and a link beside the cursor stays", () => {
  const editor = open(paragraph("We keep ideas"));
  select(editor, "ideas");
  setLink(editor, "/work");
  select(editor, "keep");
  moveCursor(editor, editor.state.selection.from);
  expect(readLink(editor)).toEqual({ text: "", href: undefined });
  setLink(editor, "/blog");
  expect(editor.getText()).toBe("We /blogkeep ideas");
  expect(linksOf(editor)).toEqual([
    ["/blog", "/blog"],
    ["ideas", "/work"],
  ]);
});

test("an address is a page, a domain or a scheme that runs nothing", () => {
  for (const address of ["/", "/work", "#top", "https://a.example/b", "mailto:a@b.example", "tel:+1"]) {
    expect(parseHref(` ${address} `)).toBe(address);
  }
  expect(parseHref("example.com/a?b")).toBe("https://example.com/a?b");
  for (const text of ["", "no address", "javascript:alert(1)", "//elsewhere.example", "data:text/html,x", "word"]) {
    expect(parseHref(text), text).toBeUndefined();
  }
});

test("a text is found across formats, but not across line breaks or paragraphs", () => {
  const bold = { type: "text", text: "pen", marks: [{ type: "bold" }] };
  const editor = open(
    { type: "paragraph", content: [{ type: "text", text: "A " }, bold, { type: "text", text: "dulum" }] },
    {
      type: "paragraph",
      content: [{ type: "text", text: "pen" }, { type: "hardBreak" }, { type: "text", text: "dulum" }],
    },
    paragraph("pendulum"),
  );
  expect(findText(editor.state.doc, "pendulum")).toHaveLength(2);
  expect(findText(editor.state.doc, "")).toEqual([]);
  selectMatch(editor, { text: "pendulum", index: 1 });
  expect(editor.state.selection.$from.parent.textContent).toBe("pendulum");
  selectMatch(editor, { text: "absent" });
  expect(selected(editor)).toBe("pendulum");
});

test("one match or all are replaced, also by a text that contains the match", () => {
  const editor = open(paragraph("aXbX"), paragraph("X"));
  expect(replaceText(editor, { text: "X", index: 1 }, "-")).toBe(1);
  expect(editor.getText()).toBe("aXb-\n\nX");
  expect(replaceText(editor, { text: "X" }, "XX")).toBe(2);
  expect(editor.getText()).toBe("aXXb-\n\nXX");
});

const PICTURE = { src: "/a.webp", alt: "A line", width: 6, height: 4 };

test("a picture gets a caption, keeps the emphasis of an unchanged one, and loses it when it is empty", () => {
  const editor = open(paragraph("Above"));
  expect(readPicture(editor)).toBeUndefined();
  moveCursor(editor, editor.state.doc.content.size);
  insertPicture(editor, PICTURE);
  expect(readCursor(editor).place).toBe("picture");
  changePicture(editor, { alt: "A tower", caption: "In May" });
  expect(readPicture(editor)).toEqual({ alt: "A tower", caption: "In May" });
  select(editor, "May");
  applyFormat(editor, "bold");
  changePicture(editor, { alt: "A leaning tower", caption: "In May" });
  expect(JSON.stringify(editor.getJSON())).toContain('"marks":[{"type":"bold"}],"text":"May"');
  changePicture(editor, { alt: "A leaning tower", caption: "" });
  expect(blocksOf(editor)).toEqual(["paragraph", "image"]);
  removePicture(editor);
  expect(blocksOf(editor)).toEqual(["paragraph"]);
});

test("a picture or table that is inserted at a picture comes after it", () => {
  const editor = open({ type: "figure", attrs: PICTURE, content: [{ type: "text", text: "Caption" }] });
  moveCursor(editor, 3);
  insertPicture(editor, { ...PICTURE, caption: "Second" });
  moveCursor(editor, 3);
  applyFormat(editor, "table");
  expect(blocksOf(editor)).toEqual(["figure", "table", "figure"]);
  expect(readCursor(editor).place).toBe("table");
});

test("formats are applied and taken back, code by the selection's lines", () => {
  const editor = open(paragraph("one two"), paragraph("three"));
  select(editor, "two");
  applyFormat(editor, "code");
  applyFormat(editor, "italic");
  expect(readCursor(editor).active).toEqual(["code"]);
  applyFormat(editor, "code");
  applyFormat(editor, "h2");
  applyFormat(editor, "bold");
  expect(readCursor(editor).active).toEqual(["h2", "bold"]);
  applyFormat(editor, "h2");
  editor.commands.setTextSelection({ from: 1, to: editor.state.doc.content.size - 1 });
  applyFormat(editor, "code");
  expect(new Set(blocksOf(editor))).toEqual(new Set(["codeBlock"]));
});

/** An editor without a view, as its commands need none. */
function open(...content: JSONContent[]): Editor {
  return new Editor({ element: null, extensions, content: { type: "doc", content } });
}

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });

function select(editor: Editor, text: string): void {
  selectMatch(editor, { text });
}

function selected({ state: { doc, selection } }: Editor): string {
  return doc.textBetween(selection.from, selection.to);
}

function blocksOf(editor: Editor): unknown[] {
  return editor.getJSON().content.map(({ type }) => type);
}

function linksOf(editor: Editor): unknown[] {
  const links: unknown[] = [];
  editor.state.doc.descendants(({ marks, text }) => {
    const link = marks.find(({ type }) => type.name === "link");
    if (link) links.push([text, link.attrs.href]);
  });
  return links;
}
