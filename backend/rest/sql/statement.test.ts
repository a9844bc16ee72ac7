import { expect, test } from "vitest";
import { quoteName, Statement } from "./statement.ts";

test("values become parameters, never SQL text", () => {
  const statement = new Statement();
  expect(statement.add("'; drop")).toBe("$1::text");
  expect(statement.addAs("5", "bigint")).toBe("($2::text)::bigint");
  expect(statement.addArray(["a,b", 'c"d', "e\\f", ""], "text")).toBe("($3::text)::text[]");
  expect(statement.parameters).toEqual(["'; drop", "5", '{"a,b","c\\"d","e\\\\f",""}']);
});

test("every name is quoted", () => {
  expect(quoteName("title")).toBe('"title"');
  expect(quoteName('odd "name')).toBe('"odd ""name"');
});
