import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
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
])("Accept %j gets Content-Type %j", (accept, contentType, isSingle) => {
  expect(chooseResponseFormat(accept, "GET")).toMatchObject({ contentType, isSingle, isHead: false });
});

test.each(["text/csv", "application/geo+json", "application/vnd.pgrst.plan+json", "nonsense", ""])(
  "Accept %j is refused",
  (accept) => {
    expect(catchRestError(() => chooseResponseFormat(accept, "GET"))).toMatchObject({ code: "PGRST107" });
  },
);
