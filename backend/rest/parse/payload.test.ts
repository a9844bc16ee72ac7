import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import type { Column, Relation } from "../catalog.ts";
import { readCallBody, readPayload } from "./payload.ts";

const columns = ["id", "title"].map((name): [string, Column] => [
  name,
  { name, type: "text", comparisonType: "text", isPrimary: name === "id", defaultSql: null, readers: [] },
]);
const posts: Relation = { name: "posts", columns: new Map(columns) };
const read = (text: string, named?: string[]) => {
  const payload = readPayload(text, posts, named);
  return { ...payload, columns: payload.columns.map(({ name }) => name) };
};

test("a payload is one row or an array of rows", () => {
  expect(read('{"title":"a"}')).toEqual({ text: '[{"title":"a"}]', columns: ["title"], isEmpty: false });
  expect(read('[{"id":1,"title":"a"},{"title":"b","id":2}]').columns).toEqual(["id", "title"]);
  expect(read("[]")).toEqual({ text: "[]", columns: [], isEmpty: true });
  expect(read("5")).toEqual({ text: "[]", columns: [], isEmpty: true });
});

test("with columns named, other keys are ignored", () => {
  expect(read('[{"title":"a","nonsense":1},{}]', ["title"]).columns).toEqual(["title"]);
});

test.each(['[{"id":1},{"title":"a"}]', '[{"id":1},null]', "[1]"])(
  "%s is refused because its rows have different keys",
  (text) => {
    expect(catchRestError(() => read(text))).toMatchObject({ code: "PGRST102", message: "All object keys must match" });
  },
);

test.each(["", "{", "undefined", `${"[".repeat(101)}${"]".repeat(101)}`])(
  "%j is refused because it is not JSON",
  (text) => {
    expect(catchRestError(() => read(text))).toMatchObject({ code: "PGRST102", message: "Empty or invalid json" });
  },
);

test("brackets inside strings do not count as depth", () => {
  expect(read(JSON.stringify({ title: `${"[{".repeat(500)}\\"` })).columns).toEqual(["title"]);
});

test.each(["nonsense", "__proto__", "constructor", 'id"'])("the column %j is unknown", (name) => {
  expect(catchRestError(() => read(`{${JSON.stringify(name)}:1}`))).toMatchObject({ code: "PGRST204" });
  expect(catchRestError(() => read("{}", [name]))).toMatchObject({ code: "PGRST204" });
});

test("named arguments are an object or an empty body", () => {
  expect(readCallBody("")).toEqual({ text: "{}", names: [] });
  expect(readCallBody('{"a":1}')).toEqual({ text: '{"a":1}', names: ["a"] });
  expect(readCallBody("[]")).toEqual({ text: "[]", names: undefined });
  expect(catchRestError(() => readCallBody("{"))).toMatchObject({ code: "PGRST102" });
});
