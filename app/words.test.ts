import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** Every folder with words: those of the site, the mails and the function. */
const FOLDERS = globSync("{app,backend,content,domain,server,supabase}/**/messages/en.ts").map((file) =>
  file.replace(/\/en\.ts$/, ""),
);

/** Germans say the same. */
const SAME = new Set(["Admin", "Blog", "Code", "Newsroom", "Passkeys", "System"]);

type Words = { readonly [key: string]: Words } | string | ((...values: string[]) => string);

test.each(FOLDERS)("%s says the same in both languages, with the same values in it", async (folder) => {
  const [en, de] = await Promise.all(["en", "de"].map((language) => flatten(folder, language)));
  const same: string[] = [];
  expect(Object.keys(de ?? {})).toEqual(Object.keys(en ?? {}));
  for (const [name, { text, arity }] of Object.entries(en ?? {})) {
    const german = de?.[name];
    expect(german?.arity, name).toBe(arity);
    expect(valuesIn(german?.text), name).toEqual(valuesIn(text));
    if (german?.text === text && /\p{L}{2}/u.test(text)) same.push(text);
  }
  expect(same.filter((text) => !SAME.has(text))).toEqual([]);
});

/** By path. A function is called with a mark for each value. */
async function flatten(folder: string, language: string) {
  const { words } = (await import(resolve(folder, `${language}.ts`))) as { words: Words };
  const found: Record<string, { text: string; arity: number }> = {};
  const add = (part: Words, path: string): void => {
    if (typeof part === "string") found[path] = { text: part, arity: 0 };
    else if (typeof part === "function") {
      found[path] = { text: part(...Array.from({ length: part.length }, (_, at) => `‹${at}›`)), arity: part.length };
    } else for (const [key, inner] of Object.entries(part)) add(inner, `${path}.${key}`);
  };
  add(words, folder);
  return found;
}

const valuesIn = (text = "") => (text.match(/\{\w*\}|‹\d›/g) ?? []).toSorted();

/** Screens whose words are all in catalogues. */
const SCREENS = globSync("app/{auth,account,data}/**/*.{ts,tsx}", { exclude: ["**/messages/**"] });

/** A message of the protocol, which the catalogue of app/data translates by its code. */
const OF_PROTOCOL = new Set(["Too many requests"]);
const SPOKEN = new Set(["aria-label", "placeholder", "title", "alt", "label", "hint", "field", "action", "heading"]);
const SENTENCE = /^\p{Lu}\p{Ll}+[ ,.!?].*\p{L}|\p{L}+ \p{L}+.*[.!?]$/u;

test.each(SCREENS)("%s has no text of its own", (file) => {
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  expect(errors).toEqual([]);
  expect(textsIn({ ...program }).filter((text) => !OF_PROTOCOL.has(text))).toEqual([]);
});

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Errors and the console are for developers. */
const isForDevelopers = ({ type, callee }: Node) =>
  (type === "NewExpression" && /Error$/.test(nameOf(callee))) ||
  (type === "CallExpression" && isNode(callee) && (callee.type === "Super" || nameOf(callee["object"]) === "console"));
const nameOf = (node: unknown) => (isNode(node) ? String(node["name"]) : "");

function textsIn(node: Node): string[] {
  if (isForDevelopers(node) || node.type === "ImportDeclaration") return [];
  if (node.type === "JSXText" && /\p{L}/u.test(String(node["value"]))) return [String(node["value"]).trim()];
  if (node.type === "JSXAttribute" && SPOKEN.has(nameOf(node["name"])) && isNode(node["value"])) {
    const { type, value } = node["value"];
    if (type === "Literal" && /\p{L}/u.test(String(value))) return [String(value)];
  }
  if (node.type === "Literal" && typeof node["value"] === "string" && SENTENCE.test(node["value"])) {
    return [node["value"]];
  }
  if (node.type === "TemplateElement" && isNode(node)) {
    const { raw } = node["value"] as { raw: string };
    if (SENTENCE.test(raw)) return [raw];
  }
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((inner) => textsIn(inner));
}
