import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createNormalizeUrl } from "./normalize-url.ts";

const readTarget = createNormalizeUrl([
  { path: "/blog", handle: { query: { category: /./, page: /^[1-9]\d*$/ } } },
  { path: "/blog/:postId" },
  { path: "*" },
]);
const address = fc
  .array(
    fc.oneof(
      fc.constantFrom("/", "..", ".", "%2e", "%2F", "%", "%00", "?", "&", "#", "\\", "category=", "page=1"),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => `/${pieces.join("")}`);

test("no address is an accident: a page, a detour or a refusal, and never a key that grows with what is ignored", () => {
  fc.assert(
    fc.property(address, (url) => {
      const target = readTarget(url);
      if ("reason" in target) {
        expect([400, 414]).toContain(target.status);
      } else if ("location" in target) {
        expect(target.location).toMatch(/^\/(?!\/)/);
        expect(readTarget(target.location), "one detour is enough").not.toHaveProperty("location");
      } else {
        expect(target.key.startsWith(target.path)).toBe(true);
        expect(target.key.length).toBeLessThan(target.path.length + 1_300);
      }
    }),
    { numRuns: 2_000 },
  );
});
