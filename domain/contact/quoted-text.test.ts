import { expect, test } from "vitest";
import { splitQuote } from "./quoted-text.ts";

test.each([
  ["Yes.", "Yes.", ""],
  ["Yes.\n\n> Is it?\n> Really?\n", "Yes.", "> Is it?\n> Really?"],
  ["Yes.\n\nOn Monday Ada wrote:\n> Is it?", "Yes.", "On Monday Ada wrote:\n> Is it?"],
  [
    "Yes.\n\nAm Montag, den 3. Mai, schrieb\nAda Lovelace:\n> Is it?",
    "Yes.",
    "Am Montag, den 3. Mai, schrieb\nAda Lovelace:\n> Is it?",
  ],
  ["Yes.\n-----Original Message-----\nFrom: Ada\n\nIs it?", "Yes.", "-----Original Message-----\nFrom: Ada\n\nIs it?"],
  ["> Is it?\nYes.\n> Really?\nNo.", "> Is it?\nYes.\n> Really?\nNo.", ""],
  ["> Only quoted", "", "> Only quoted"],
  ["", "", ""],
])("%j is %j and quotes %j", (text, own, quoted) => {
  expect(splitQuote(text)).toEqual({ own, quoted });
});
