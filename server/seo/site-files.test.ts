import { expect, test } from "vitest";
import { shippedDe } from "../../content/de/translate.ts";
import { shipped } from "../../content/shipped.ts";
import { manifest, securityText } from "./site-files.ts";

test("the manifest names a language other than English", () => {
  expect(JSON.parse(manifest(shippedDe))).toMatchObject({ lang: "de", description: shippedDe.identity.description });
  expect(manifest(shipped)).not.toContain('"lang"');
});

test("reports of weaknesses are read in the languages of the site", () => {
  const text = securityText("https://agency.example", "hello@agency.example", ["de", "en"], new Date());
  expect(text).toContain("Preferred-Languages: de, en\n");
});
