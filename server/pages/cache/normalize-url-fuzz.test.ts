import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createNormalizeUrl } from "./normalize-url.ts";

const normalizeUrl = createNormalizeUrl([
  { path: "/blog", handle: { query: { category: /./, page: /^[1-9]\d*$/ } } },
  { path: "/blog/:postId" },
  { path: "*" },
]);
const urls = fc
  .array(
    fc.oneof(
      fc.constantFrom("/", "..", ".", "%2e", "%2F", "%", "%00", "?", "&", "#", "\\", "category=", "page=1"),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => `/${pieces.join("")}`);

test("every URL is a page, a redirect or an error, and ignored parameters never lengthen the cache key", () => {
  fc.assert(
    fc.property(urls, (url) => {
      const normalized = normalizeUrl(url);
      if ("reason" in normalized) {
        expect([400, 414]).toContain(normalized.status);
      } else if ("location" in normalized) {
        expect(normalized.location).toMatch(/^\/(?!\/)/);
        expect(normalizeUrl(normalized.location), "a redirect never leads to another").not.toHaveProperty("location");
      } else {
        expect(normalized.key.startsWith(normalized.path)).toBe(true);
        expect(normalized.key.length).toBeLessThan(normalized.path.length + 1_300);
      }
    }),
    { numRuns: 2_000 },
  );
});
