import * as v from "valibot";
import { expect, test } from "vitest";
import { collections } from "./collections.ts";
import { date, emptyValue, fieldOf, group, link, number, optionalDate, optionalLink } from "./fields.ts";

test.each([
  ["/work", true],
  ["https://agency.example/work?x=1#y", true],
  ["//elsewhere.example", false],
  ["javascript:alert(1)", false],
  ["http://agency.example", false],
  ["https://[", false],
  ["https://a:b", false],
  ["https://agency.example:99999", false],
])("%s is accepted as a link: %s", (text, isAccepted) => {
  for (const field of [link, optionalLink]) expect(v.is(field({ label: "Link" }), text)).toBe(isAccepted);
});

test("every example in the words of a field is accepted by the field", () => {
  const examples = Object.entries(collections).flatMap(([name, { schema }]) => examplesIn(schema, name));
  const kinds = new Set(examples.map(({ example }) => example));
  expect([...kinds]).toEqual(expect.arrayContaining(["120+", "US", "+1 212 555 0142", "/work", "https://"]));
  const refused = examples.filter(
    ({ schema, example }) => !v.is(schema, example === "https://" ? `${example}a.example` : example),
  );
  expect(refused.map(({ at, example }) => `${at}: ${example}`)).toEqual([]);
});

type Example = { readonly at: string; readonly schema: v.GenericSchema; readonly example: string };
type Inspectable = v.GenericSchema & {
  readonly entries?: Record<string, v.GenericSchema>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
};

/** The example after "such as" in the hint and in the answer to a wrong value. */
function examplesIn(schema: Inspectable, at: string): readonly Example[] {
  const { entries, item, wrapped } = schema;
  if (wrapped) return examplesIn(wrapped, at);
  if (item) return examplesIn(item, `${at}.0`);
  if (entries) return Object.entries(entries).flatMap(([name, field]) => examplesIn(field, `${at}.${name}`));
  const { hint = "" } = fieldOf(schema);
  const wrong = ["?", "~~~~"].flatMap(
    (value) => v.safeParse(schema, value).issues?.map(({ message }) => message) ?? [],
  );
  return [hint, ...wrong].flatMap((words) => {
    const [, said = ""] = /such as (.+?)\.?$/i.exec(words) ?? [];
    const texts = said.split(/, or an address with |, | or /).filter(Boolean);
    return texts.map((example) => ({ at, schema, example }));
  });
}

test("a new entry begins with today where it needs a date or a year", () => {
  const schema = group("Entry", {
    posted: date({ label: "Published on" }),
    closes: optionalDate({ label: "Last day" }),
    year: number({ label: "Year", min: 1990, max: 2100, isYear: true }),
    count: number({ label: "Count", min: 1, max: 9 }),
  });
  const empty = { posted: "", closes: "", year: 1990, count: 1 };
  expect(emptyValue(fieldOf(schema))).toEqual(empty);
  expect(emptyValue(fieldOf(schema), "2026-11-17")).toEqual({ ...empty, posted: "2026-11-17", year: 2026 });
});
