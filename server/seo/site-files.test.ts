import { expect, test } from "vitest";
import { shippedDe } from "../../content/de/translate.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { manifest, securityText } from "./site-files.ts";

const show = (stored: typeof shipped) => showContent(stored, { today: "2026-11-30", messageDays: 365 });

test("the manifest names a language other than English", () => {
  expect(JSON.parse(manifest(show(shippedDe)))).toMatchObject({
    lang: "de",
    description: show(shippedDe).identity.description,
  });
  expect(manifest(show(shipped))).not.toContain('"lang"');
});

test("reports of weaknesses are read in the languages of the site", () => {
  const text = securityText("https://agency.example", "hello@agency.example", ["de", "en"], new Date());
  expect(text).toContain("Preferred-Languages: de, en\n");
});
