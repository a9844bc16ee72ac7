import { expect, test } from "vitest";
import { linkContacts } from "./company.ts";

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
