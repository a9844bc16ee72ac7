import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { describe, expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url);
const find = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|build)$/.test(path) }).toSorted();

describe.each(find("**/messages/en.ts"))("%s", (path) => {
  const read = async (language: string) =>
    linesOf(((await import(new URL(path.replace("en.ts", `${language}.ts`), ROOT).href)) as { words: unknown }).words);

  test("says the same in German, with the same values in it", async () => {
    const [english, german] = [await read("en"), await read("de")];
    expect([...german.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of german) expect(valuesIn(text), key).toEqual(valuesIn(english.get(key)));
  });

  test("has German of its own, with German quotation marks", async () => {
    const english = await read("en");
    for (const [key, text] of await read("de")) {
      if (/\p{L}{2}/u.test(text) && !SAME_IN_GERMAN.has(text)) expect(text, key).not.toBe(english.get(key));
      expect(text.replaceAll(/<[^<>]*>/g, ""), key).not.toMatch(/["”]|\.\.\./);
      expect(text.match(/„/g)?.length ?? 0, key).toBe(text.match(/“/g)?.length ?? 0);
    }
  });
});

/** What is written alike in both languages. */
const SAME_IN_GERMAN = new Set([
  "Admin",
  "Blog",
  "Code",
  "Computer",
  "Esc",
  "Feed",
  "HTML",
  "Link",
  "Links",
  "Logo",
  "Name",
  "Original",
  "Passkeys",
  "Person",
  "Spam",
  "System",
  "Tablet",
  "de",
  "en",
]);

/** The texts by the path to their key. Functions get a mark for each of their values. */
function linesOf(part: unknown, key = ""): Map<string, string> {
  if (typeof part === "string") return new Map([[key, part]]);
  if (typeof part === "function") {
    const marks = Array.from({ length: part.length }, (_, index) => `⟦${index + 1}⟧`);
    return linesOf((part as (...values: string[]) => unknown)(...marks), `${key}(${part.length})`);
  }
  const inner = Object.entries(part as object).map(([name, value]) => linesOf(value, key ? `${key}.${name}` : name));
  return new Map(inner.flatMap((lines) => Array.from(lines)));
}

const valuesIn = (text = "") => [...new Set(text.match(/⟦\d⟧|\{\w*\}/g))].toSorted();

/** Folders whose texts are in catalogues. */
const DONE = ["app/root.tsx", "app/{account,auth,contact,data,newsroom,ui}/**/*.tsx", "app/routes/**/*.tsx"];
/** Names of attributes and fields that people read or hear. */
const READ =
  /^(?:aria-(?:label|description|roledescription|placeholder)|alt|description|heading|hint|intro|label|lead|message|placeholder|prompt|question|status|summary|text|title)$/;
/**
 * Names of networks, keys, the beginning of an address, and the value of a column. A page's name in `facts` is a key
 * (server/messages).
 */
const NO_WORDS = /^(?:[A-Z]|LinkedIn|https:\/\/|published)$/;

describe("components and pages", () => {
  test.each(find(...DONE))("%s has no texts outside of catalogues", (path) => {
    expect(textsIn(path, readFileSync(new URL(path, ROOT), "utf8"))).toEqual([]);
  });

  test("a text in an element, an attribute or a field would be found", () => {
    const found = textsIn(
      "a.tsx",
      `const a = { title: "One" }; const b = <p aria-label={c ? "Two" : d} title={\`Three \${e}\`}>Four {f && "Five"} {"/"}</p>;`,
    );
    expect(found.toSorted()).toEqual(["Five", "Four", "One", "Three", "Two"]);
  });
});

/** What these show in toasts and beside fields is in no element. */
const SAID = ["app/{account,auth,data,newsroom}/**/*.{ts,tsx}", "app/routes/newsroom/*.tsx"];

test.each(find(...SAID).filter((path) => !/\/messages\/|\.test\.ts$/.test(path)))(
  "%s has no sentences outside of catalogues",
  (path) => {
    expect(sentencesIn(path, readFileSync(new URL(path, ROOT), "utf8"))).toEqual([]);
  },
);

const SENTENCE = /^\p{Lu}\p{Ll}+[ ,.!?].*\p{L}|\p{L}+ \p{L}+.*[.!?]$/u;
/** A message of the protocol, which app/data/messages translates by its code. */
const OF_PROTOCOL = "Too many requests";
/** Names of fonts. */
const OF_FONT = /^(?:Bricolage Grotesque|Space Grotesk)$/;

function sentencesIn(path: string, source: string): string[] {
  const found: { readonly text: string; readonly start: number }[] = [];
  const forDevelopers: { readonly start: number; readonly end: number }[] = [];
  const add = (text: unknown, start: number) => {
    if (typeof text === "string" && SENTENCE.test(text) && text !== OF_PROTOCOL && !OF_FONT.test(text))
      found.push({ text, start });
  };
  const visitor = new Visitor({
    Literal: ({ value, start }) => add(value, start),
    TemplateElement: ({ value, start }) => add(value.cooked, start),
    NewExpression: (node) => void forDevelopers.push(node),
    CallExpression: (node) => {
      // The texts of unwrap() are for the console, too: load() and attempt() have words of their own.
      if (/^(super|console|unwrap\w*)\b/.test(source.slice(node.start))) forDevelopers.push(node);
    },
  });
  visitor.visit(withoutFacts(parseSync(path, source).program));
  const isShown = (at: number) => !forDevelopers.some(({ start, end }) => start < at && at < end);
  return found.filter(({ start }) => isShown(start)).map(({ text }) => text);
}

function textsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (/\p{L}/u.test(text) && !NO_WORDS.test(text.trim())) found.push(text.trim());
  };
  const addValue = (value: object | null) => {
    for (const text of stringsIn(value)) add(text);
  };
  const visitor = new Visitor({
    JSXText: ({ value }) => add(value),
    JSXAttribute: ({ name, value }) => {
      if (name.type === "JSXIdentifier" && READ.test(name.name)) addValue(value);
    },
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === "JSXExpressionContainer") addValue(child.expression);
    },
    Property: ({ key, value }) => {
      if (key.type === "Identifier" && READ.test(key.name) && value.type !== "AssignmentPattern") addValue(value);
    },
  });
  visitor.visit(withoutFacts(parseSync(path, source).program));
  return found;
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The strings that an expression may be. */
function stringsIn(value: object | null): string[] {
  if (!value) return [];
  const node = value as Node;
  const inner = (...names: string[]) => names.flatMap((name) => stringsIn(node[name] as object | null));
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateLiteral":
      return (node["quasis"] as readonly { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked);
    case "JSXExpressionContainer":
      return inner("expression");
    case "ConditionalExpression":
      return inner("consequent", "alternate");
    case "LogicalExpression":
      return node["operator"] === "&&" ? inner("right") : inner("left", "right");
    case "BinaryExpression":
      return node["operator"] === "+" ? inner("left", "right") : [];
    default:
      return [];
  }
}

/** The export `facts` is for machines: names of pages are keys there, and sentences about them are for llms.txt. */
function withoutFacts<Program extends { body: readonly object[] }>(program: Program): Program {
  const isFacts = (statement: object) => /"name":"facts"/.test(JSON.stringify(statement).slice(0, 300));
  return { ...program, body: program.body.filter((statement) => !isFacts(statement)) };
}
