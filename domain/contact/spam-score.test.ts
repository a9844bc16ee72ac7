import { describe, expect, test } from "vitest";
import type { ContactFields } from "./contact.ts";
import { findSpamReasons, QUARANTINE_SCORE } from "./spam-score.ts";

const HONEST: ContactFields = {
  name: "Ada Lovelace",
  email: "ada@engine.example",
  phone: "",
  company: "",
  service: "Other",
  message: "Our checkout leans to the left. Could you have a look at it next week?",
  source: "",
};
const judge = (more: Partial<ContactFields> = {}, honeypot = "", ageMs?: number) =>
  findSpamReasons({ ...HONEST, ...more }, { honeypot, ageMs });

describe("honest people are left alone", () => {
  test.each([
    ["two sentences", {}],
    ["their own address", { message: "Please look at https://engine.example/checkout before we talk." }],
    [
      "four pages",
      { message: "These are slow: https://a.example/1 https://a.example/2 https://a.example/3 https://a.example/4." },
    ],
    ["a word about search", { message: "We need SEO, backlinks and a content plan. Our budget is 20,000 dollars." }],
    ["a casino as a client", { message: "We run a hotel with a casino and need a new website." }],
    ["capitals", { message: "PLEASE CALL ME BACK AS SOON AS YOU CAN, THE SHOP IS DOWN." }],
    ["another script", { message: "Добрый день, нам нужен новый сайт." }],
    ["a name like a domain", { name: "Booking.com procurement" }],
    ["a short word", { message: "Hi" }],
  ])("%s", (_what, more) => {
    expect(judge(more).score).toBeLessThan(QUARANTINE_SCORE);
  });

  test("who sends a restored text at once", () => {
    expect(judge({}, "", 300)).toEqual({ score: 3, reasons: ["too-quick"] });
  });
});

describe("what people never do makes a suspect", () => {
  test.each([
    ["honeypot", judge({}, "https://spam.example")],
    ["markup", judge({ message: 'Nice site! <a href="https://x.example">cheap</a>' })],
    ["markup", judge({ message: "[url=https://x.example]cheap[/url] things for all of you" })],
    ["link-as-name", judge({ name: "https://x.example win" })],
    ["spam-words", judge({ message: "Viagra and cialis at the best price" })],
    ["shouting", judge({ message: "BEST CASINO BONUS FOR ALL OF YOU TODAY" })],
    ["nothing-but-links", judge({ message: "https://a.example https://b.example https://c.example" })],
    ["too-quick", judge({ message: "https://a.example https://b.example https://c.example now" }, "", 100)],
  ] as const)("%s", (reason, { score, reasons }) => {
    expect(score).toBeGreaterThanOrEqual(QUARANTINE_SCORE);
    expect(reasons).toContain(reason);
  });
});
