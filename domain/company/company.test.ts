import { expect, test } from "vitest";
import { addressLines, jobPlaces, linkContacts, postalAddress } from "./company.ts";

const hamburg = { street: "Kehrwieder 8", city: "Hamburg", code: "20457", country: "DE" };

test.each([
  ["US", { region: "NY", code: "10013" }, ["New York, NY 10013"]],
  ["US", {}, ["New York"]],
  ["DE", { region: "Hamburg", code: "20457" }, ["20457 New York"]],
  ["GB", { code: "E1 6AN" }, ["New York", "E1 6AN"]],
  ["CA", { region: "ON", code: "K1A 0B1" }, ["New York ON K1A 0B1"]],
  ["MX", { code: "06000" }, ["06000 New York"]],
])("an address in %s with %o", (country, parts, lines) => {
  expect(addressLines({ street: "A street", city: "New York", country, ...parts })).toEqual(["A street", ...lines]);
});

test("a job keeps its place when the office of its city is gone", () => {
  expect(jobPlaces(["Hamburg", "Bremen"], [hamburg])).toEqual([
    postalAddress(hamburg),
    { "@type": "PostalAddress", addressLocality: "Bremen", addressCountry: "DE" },
  ]);
});

const contact = { email: "hello@plumbline.example", phone: "+1 212 555 0142" };
const number = "+1\u00a0212\u00a0555\u00a00142";

test.each([
  ["neither", "We set no cookies.", ["We set no cookies."]],
  [
    "both",
    `Write to hello@plumbline.example or call ${number}.`,
    [
      "Write to ",
      { text: "hello@plumbline.example", href: "mailto:hello@plumbline.example" },
      " or call ",
      { text: number, href: "tel:+12125550142" },
      ".",
    ],
  ],
])("a text with %s", (_, text, parts) => {
  expect(linkContacts(text, contact)).toEqual(parts);
});
