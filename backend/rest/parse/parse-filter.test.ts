import { describe, expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import { parseFilter, parseLogic } from "./parse-filter.ts";

const operationOf = (value: string) => {
  const condition = parseFilter("a", value);
  return condition.kind === "test" ? { ...condition.operation, not: condition.isNegated } : undefined;
};

describe("a filter", () => {
  test("has everything after the operator as its value", () => {
    for (const value of ["", "1", "a.b.c", "a,b", "(x)", '"q"', "eq.1", "not.eq.1", " spaced ", "\\", "{}", "*"]) {
      expect(operationOf(`eq.${value}`)).toEqual({ kind: "compare", operator: "=", value, not: false });
    }
  });

  test("is negated by a single not", () => {
    expect(operationOf("not.like.a%")).toEqual({ kind: "compare", operator: "like", value: "a%", not: true });
    expect(catchRestError(() => operationOf("not.not.eq.1"))).toMatchObject({ code: "PGRST100" });
  });

  test("accepts lists with quotes, escapes, empty items and stray quotes", () => {
    const listed = (text: string) => {
      const operation = operationOf(`in.${text}`);
      return operation?.kind === "in" ? operation.values : undefined;
    };
    expect(listed("(1,2)")).toEqual(["1", "2"]);
    expect(listed('("a,b","c)d","e\\"f","g\\\\h")')).toEqual(["a,b", "c)d", 'e"f', "g\\h"]);
    expect(listed("()")).toEqual([""]);
    expect(listed("(a,,b)")).toEqual(["a", "", "b"]);
    expect(listed('(a"b,"c"d)')).toEqual(['a"b', '"c"d']);
    expect(listed("( a , b )")).toEqual([" a ", " b "]);
    expect(listed("(a.b,c:d)")).toEqual(["a.b", "c:d"]);
  });

  test("accepts the operands of is in upper and lower case", () => {
    expect(operationOf("is.null")).toMatchObject({ kind: "is", state: "null" });
    expect(operationOf("is.NULL")).toMatchObject({ state: "null" });
    expect(operationOf("is.not_null")).toMatchObject({ state: "not null" });
    expect(catchRestError(() => operationOf("is.maybe"))).toMatchObject({
      details: 'unexpected "m" expecting null or trilean value (unknown, true, false)',
      message: '"failed to parse filter (is.maybe)" (line 1, column 4)',
    });
  });

  test("accepts a quantifier with a comparison and a language with a text search", () => {
    expect(operationOf("like(any).{a,b}")).toMatchObject({
      kind: "quantified",
      operator: "like",
      by: "any",
      value: "{a,b}",
    });
    expect(operationOf("eq(all).{1}")).toMatchObject({ kind: "quantified", by: "all" });
    expect(catchRestError(() => operationOf("cs(any).{1}"))).toMatchObject({ code: "PGRST100" });
    expect(operationOf("wfts(german).ein haus")).toMatchObject({
      kind: "search",
      operator: "websearch_to_tsquery",
      language: "german",
      value: "ein haus",
    });
  });

  test("can use a JSON path", () => {
    expect(parseFilter("facts->a->0->>b-c", "eq.1")).toMatchObject({
      field: {
        column: "facts",
        path: [
          { asText: false, key: "a", isIndex: false },
          { asText: false, key: "0", isIndex: true },
          { asText: true, key: "b-c", isIndex: false },
        ],
      },
    });
  });

  test.each([
    "",
    "1",
    "noop.1",
    "eq",
    "in.1",
    "in.(1",
    "in.(1)x",
    "__proto__.1",
    "constructor.1",
    "EQ.1",
    " eq.1",
    "fts(.a",
  ])("refuses %j", (value) => {
    expect(catchRestError(() => operationOf(value))).toMatchObject({ code: "PGRST100", hint: null });
  });

  test.each(["a;b", "a'b", "", "a b(c)", '"a', "a->", "a->>", "a->b->"])("refuses the column %j", (key) => {
    expect(catchRestError(() => parseFilter(key, "eq.1"))).toMatchObject({ code: "PGRST100" });
  });

  test("on an embedded table is refused", () => {
    expect(catchRestError(() => parseFilter("other.id", "eq.1"))).toMatchObject({ code: "PGRST127" });
  });
});

describe("a logic tree", () => {
  test("can be nested, negated and mixed with plain conditions", () => {
    expect(parseLogic("or", "(a.eq.1,not.and(b.not.in.(1,2),c.is.null))")).toEqual({
      kind: "logic",
      operator: "or",
      isNegated: false,
      conditions: [
        plain("a", { kind: "compare", operator: "=", value: "1" }),
        {
          kind: "logic",
          operator: "and",
          isNegated: true,
          conditions: [
            { ...plain("b", { kind: "in", values: ["1", "2"] }), isNegated: true },
            plain("c", { kind: "is", state: "null" }),
          ],
        },
      ],
    });
  });

  test("ends a value at a comma or parenthesis, unless it is quoted or an array", () => {
    const parsed = parseLogic("and", '(a.eq."x,y)z",b.cs.{1,2},c.eq.d.e, f.eq.)');
    expect(parsed).toMatchObject({
      conditions: [
        { operation: { value: "x,y)z" } },
        { operation: { value: "{1,2}" } },
        { operation: { value: "d.e" } },
        { field: { column: "f" }, operation: { value: "" } },
      ],
    });
  });

  test("can use columns named like its operators", () => {
    expect(parseLogic("or", "(and.eq.1,or.eq.2,not.eq.3)")).toMatchObject({
      conditions: [{ field: { column: "and" } }, { field: { column: "or" } }, { field: { column: "not" } }],
    });
  });

  test.each([
    "",
    "()",
    "(a.eq.1",
    "a.eq.1",
    "(a.eq.1))",
    "(a)",
    "(a.eq.1,)",
    "(xor(a.eq.1))",
    "(not.xor(a.eq.1))",
    "(a.in.1)",
  ])("refuses %j", (value) => {
    expect(catchRestError(() => parseLogic("or", value))).toMatchObject({ code: "PGRST100" });
  });
});

function plain(column: string, operation: object): object {
  return { kind: "test", field: { column, path: [] }, isNegated: false, operation };
}
