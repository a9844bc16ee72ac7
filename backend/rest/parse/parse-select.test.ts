import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import { parseSelect } from "./request-query.ts";

const plain = { cast: undefined, alias: undefined };

test("a column can have an alias, a JSON path, a cast and surrounding blanks", () => {
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

test("a quoted name can contain any character", () => {
  expect(parseSelect('"a,b(c)\\"d::e"')).toEqual([
    { kind: "field", field: { column: 'a,b(c)"d::e', path: [] }, ...plain },
  ]);
});

test("an empty select means all columns", () => {
  expect(parseSelect("")).toEqual([{ kind: "everything" }]);
});

test("an embedded table is recognised", () => {
  for (const text of ["other(*)", "o:other(id,name)", "other!hint!inner(a(b))", "...other(id)", "other()"]) {
    expect(parseSelect(text)).toEqual([{ kind: "embedded", relation: "other" }]);
  }
});

test.each(["count()", "id.sum()", "n:id.max()", "price::int.avg()"])("the aggregate %j is refused", (text) => {
  expect(catchRestError(() => parseSelect(text))).toMatchObject({ code: "PGRST123" });
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
  expect(catchRestError(() => parseSelect(text))).toMatchObject({ code: "PGRST100", hint: null });
});

test("an error names the position and the expected input", () => {
  expect(catchRestError(() => parseSelect("id,;"))).toEqual({
    code: "PGRST100",
    details: 'unexpected ";" expecting field name (* or [a..z0..9_$])',
    hint: null,
    message: '"failed to parse select parameter (id,;)" (line 1, column 4)',
  });
});
