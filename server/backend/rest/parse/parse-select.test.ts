import { expect, test } from "vitest";
import { toRestError } from "../to-rest-error.ts";
import { parseSelect } from "./parse-select.ts";

const plain = { cast: undefined, alias: undefined };

test("columns with alias, JSON path and cast, with blanks around them", () => {
  expect(parseSelect('id, name:title ,price::text,"a b":facts->x->>0::int,*,first-name')).toEqual([
    { kind: "field", field: { column: "id", path: [] }, ...plain },
    { kind: "field", field: { column: "title", path: [] }, cast: undefined, alias: "name" },
    { kind: "field", field: { column: "price", path: [] }, cast: "text", alias: undefined },
    {
      kind: "field",
      field: {
        column: "facts",
        path: [
          { asText: false, key: "x", isIndex: false },
          { asText: true, key: "0", isIndex: true },
        ],
      },
      cast: "int",
      alias: "a b",
    },
    { kind: "everything" },
    { kind: "field", field: { column: "first-name", path: [] }, ...plain },
  ]);
});

test("quotes hold any character", () => {
  expect(parseSelect('"a,b(c)\\"d::e"')).toEqual([
    { kind: "field", field: { column: 'a,b(c)"d::e', path: [] }, ...plain },
  ]);
});

test("nothing means everything", () => {
  expect(parseSelect("")).toEqual([{ kind: "everything" }]);
});

test("related tables are recognised, to be refused by name", () => {
  for (const text of ["other(*)", "o:other(id,name)", "other!hint!inner(a(b))", "...other(id)", "other()"]) {
    expect(parseSelect(text)).toEqual([{ kind: "embedded", relation: "other" }]);
  }
});

test.each(["count()", "id.sum()", "n:id.max()", "price::int.avg()"])("the aggregate %j is refused as such", (text) => {
  expect(toRestError(() => parseSelect(text))).toMatchObject({ code: "PGRST123" });
});

test.each([
  "id,",
  ",id",
  "id::",
  "id;",
  "a:b:c",
  "id)",
  "(id)",
  "id->",
  'id"',
  '"id',
  "a'b",
  "other(",
  "other(id",
  "*x",
  "a..b",
])("%j is refused", (text) => {
  expect(toRestError(() => parseSelect(text))).toMatchObject({ code: "PGRST100", hint: null });
});

test("a refusal says where and what", () => {
  expect(toRestError(() => parseSelect("id,;"))).toEqual({
    code: "PGRST100",
    details: 'unexpected ";" expecting field name (* or [a..z0..9_$])',
    hint: null,
    message: '"failed to parse select parameter (id,;)" (line 1, column 4)',
  });
});
