import { expect, test } from "vitest";
import { quoteName, Statement } from "./statement.ts";

test("values become parameters, never text", () => {
  const statement = new Statement();
  expect(statement.add("'; drop")).toBe("$1::text");
  expect(statement.addAs("5", "bigint")).toBe("($2::text)::bigint");
  expect(statement.addArray(["a,b", 'c"d', "e\\f", ""], "text")).toBe("($3::text)::text[]");
  expect(statement.parameters).toEqual(["'; drop", "5", '{"a,b","c\\"d","e\\\\f",""}']);
});

test("a name is quoted whatever it is", () => {
  expect(quoteName("title")).toBe('"title"');
  expect(quoteName('odd "name')).toBe('"odd ""name"');
});
