import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import { parseOrder } from "./request-query.ts";

const field = (column: string) => ({ column, path: [] });

test("an order has columns with a direction and the position of nulls", () => {
  expect(parseOrder('a,b.desc,c.asc.nullslast,d.nullsfirst,"e.f".desc.nullsfirst')).toEqual([
    { field: field("a"), direction: "asc", nulls: undefined },
    { field: field("b"), direction: "desc", nulls: undefined },
    { field: field("c"), direction: "asc", nulls: "last" },
    { field: field("d"), direction: "asc", nulls: "first" },
    { field: field("e.f"), direction: "desc", nulls: "first" },
  ]);
});

test("an order can use a JSON path", () => {
  expect(parseOrder("facts->a->>0.desc")).toMatchObject([
    { field: { column: "facts", path: [{ key: "a" }, { key: "0", isIndex: true }] }, direction: "desc" },
  ]);
});

test.each([
  ["id.ac", 'unexpected "a" expecting "asc", "desc", "nullsfirst" or "nullslast"', 4],
  ["id.asc.nlsfst", 'unexpected "n" expecting "nullsfirst" or "nullslast"', 8],
  ["id,", "unexpected end of input expecting field name (* or [a..z0..9_$])", 4],
])("%j is refused with the position and the expected input", (text, details, column) => {
  expect(catchRestError(() => parseOrder(text))).toEqual({
    code: "PGRST100",
    details,
    hint: null,
    message: `"failed to parse order (${text})" (line 1, column ${column})`,
  });
});

test.each(["id.descc", "id desc; drop", "id.asc.nullslastt", "1+1", "(select 1)", "id.nullsfirst.desc"])(
  "%j is refused",
  (text) => {
    expect(catchRestError(() => parseOrder(text))).toMatchObject({ code: "PGRST100" });
  },
);

test("a column of an embedded table is refused", () => {
  expect(catchRestError(() => parseOrder("other(id).desc"))).toMatchObject({ code: "PGRST127" });
});
