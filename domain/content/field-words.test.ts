import { describe, expect, test } from "vitest";
import { checkColors } from "../design/tokens.ts";
import { collections } from "./collections.ts";
import { createSay, sayField, sayOf } from "./field-words.ts";
import { type Field, fieldOf } from "./fields.ts";
import { words } from "./messages/fields-de.ts";
import { slugField, slugProblem } from "./search-fields.ts";

const say = createSay(words);
/** What is written alike in both languages, and figures. */
const SAME = /^(?:Blog|Link|LinkedIn|Links|Logo|Name|Option|Text|X|\d+)$/;

describe("German of the owner's fields", () => {
  test.each(Object.entries(collections))("%s has German for all that its form shows", (name, collection) => {
    const sayHere = sayOf(name, say);
    const shown = [collection.label, collection.where, "one" in collection ? collection.one : ""];
    for (const text of [...shown, ...textsOf(fieldOf(collection.schema)), ...messagesOf(collection.schema)]) {
      if (text && !SAME.test(text)) expect(sayHere(text), text).not.toBe(text);
    }
  });

  test("it has German quotation marks, and the places of the English", () => {
    for (const [english, german] of Object.entries(words)) {
      expect(german, english).not.toMatch(/["”]|\.\.\./);
      expect(german.match(/\{\w+\}/g)?.toSorted(), english).toEqual(english.match(/\{\w+\}/g)?.toSorted());
    }
  });

  test("the checks of colors have German", () => {
    for (const { label, use } of checkColors({ first: "#b8290f", second: "#b98a2e", ground: "#f5f0e6" })) {
      expect(say(label), label).not.toBe(label);
      expect(say(use), use).not.toBe(use);
    }
  });

  test("the address of an entry has German", () => {
    const { label, hint = "" } = fieldOf(slugField("/work/"));
    for (const text of [label, hint, slugProblem({ slug: "A b" }) ?? ""]) expect(say(text)).not.toBe(text);
    expect(say(hint)).toContain("/work/");
  });

  test("what differs between texts stays in them", () => {
    expect(say("At most 30 characters.")).toBe("Höchstens 30 Zeichen.");
    expect(say("/jobs is the address of the page “Jobs”. Choose another address.")).toContain("„Jobs“");
    expect(say("a text of the owner")).toBe("a text of the owner");
  });

  test("limits, choices and kinds of a field stay as they are", () => {
    const field = fieldOf(collections.form.schema);
    const marked = sayField(field, (text) => `*${text}*`);
    expect(marked.fields?.fields?.item?.fields?.kind).toEqual({
      ...field.fields?.fields?.item?.fields?.kind,
      label: "*Kind*",
    });
    expect(marked.fields?.fields).toMatchObject({ max: 6, one: "*field*" });
  });
});

/** Names of time zones and languages are no words. The form of the design has words of its own for its choices. */
const isWord = ({ kind, options = [] }: Field) =>
  kind === "choice" && options.length > 1 && options.length < 10 && !TYPE_PAIRS_AND_LOOKS.has(options[0] ?? "");
const TYPE_PAIRS_AND_LOOKS = new Set(["word", "bricolage", "melt", "pendulum"]);

function textsOf(field: Field): readonly string[] {
  const { label, hint = "", one = "", unit = "", options = [], item, fields = {}, variants = {} } = field;
  const inner = [item, ...Object.values(fields), ...Object.values(variants)].flatMap((each) => each ?? []);
  return [label, hint, one, unit, ...(isWord(field) ? options : []), ...inner.flatMap(textsOf)];
}

type Part = { readonly message?: unknown } & Readonly<Record<string, unknown>>;

/** The messages of a schema, of its checks and of all within it. */
function messagesOf(schema: unknown): readonly string[] {
  const { message, pipe = [], entries = {}, item, wrapped, options = [] } = schema as Part;
  const own = typeof message === "string" ? [message] : [];
  const steps = (pipe as readonly unknown[]).filter((step) => step !== schema);
  const inner = [...steps, ...Object.values(entries as object), item, wrapped, ...(options as readonly unknown[])];
  return [...own, ...inner.filter((each) => typeof each === "object" && each !== null).flatMap(messagesOf)];
}
