import { expect, test } from "vitest";
import { toRestError } from "../to-rest-error.ts";
import { chooseResponseFormat } from "./media-type.ts";

test.each([
  [null, "application/json; charset=utf-8", false],
  ["*/*", "application/json; charset=utf-8", false],
  ["text/html, application/json;q=0.9", "application/json; charset=utf-8", false],
  ["application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json; charset=utf-8", true],
  [
    "application/vnd.pgrst.object+json;nulls=stripped",
    "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    true,
  ],
  [
    "application/vnd.pgrst.array+json;nulls=stripped",
    "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    false,
  ],
])("%j is answered with %j", (accept, contentType, isSingle) => {
  expect(chooseResponseFormat(accept, "GET")).toMatchObject({ contentType, isSingle, isHead: false });
});

test.each(["text/csv", "application/geo+json", "application/vnd.pgrst.plan+json", "nonsense", ""])(
  "%j is refused",
  (accept) => {
    expect(toRestError(() => chooseResponseFormat(accept, "GET"))).toMatchObject({ code: "PGRST107" });
  },
);
