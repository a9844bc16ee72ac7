import * as v from "valibot";
import { expect, test } from "vitest";
import { link, optionalLink } from "./fields.ts";

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
