import { describe, expect, test } from "vitest";
import { scoreSpam, QUARANTINE_SCORE } from "./spam-score.ts";

const HONEST = {
  name: "Ada Lovelace",
  message: "Our checkout leans to the left. Could you have a look at it next week?",
};
const score = (more: Partial<typeof HONEST> = {}, honeypot = "", ageMs?: number) =>
  scoreSpam({ ...HONEST, ...more }, { honeypot, ageMs });

describe("a legitimate message stays below the quarantine score", () => {
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
  ])("%s", (_description, more) => {
    expect(score(more).score).toBeLessThan(QUARANTINE_SCORE);
  });

  test("a restored text sent at once", () => {
    expect(score({}, "", 300)).toEqual({ score: 3, reasons: ["too-quick"] });
  });
});

describe("spam reaches the quarantine score", () => {
  test.each([
    ["honeypot", score({}, "https://spam.example")],
    ["markup", score({ message: 'Nice site! <a href="https://x.example">cheap</a>' })],
    ["markup", score({ message: "[url=https://x.example]cheap[/url] things for all of you" })],
    ["link-as-name", score({ name: "https://x.example win" })],
    ["spam-words", score({ message: "Viagra and cialis at the best price" })],
    ["shouting", score({ message: "BEST CASINO BONUS FOR ALL OF YOU TODAY" })],
    ["nothing-but-links", score({ message: "https://a.example https://b.example https://c.example" })],
    ["too-quick", score({ message: "https://a.example https://b.example https://c.example now" }, "", 100)],
  ] as const)("%s", (reason, result) => {
    expect(result.score).toBeGreaterThanOrEqual(QUARANTINE_SCORE);
    expect(result.reasons).toContain(reason);
  });
});
