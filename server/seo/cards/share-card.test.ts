import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { type Card, drawCard } from "./share-card.ts";

const FONT = fileURLToPath(new URL("../fonts/bricolage-grotesque-700.ttf", import.meta.url));
/** Nothing is drawn between the heading and the name, right of the mark and left of the bob. */
const EMPTY_BAND = { left: 90, top: 502, width: 650, height: 36 };

const HARD_TITLES = {
  "line breaks": "One\nword\r\non\u2028each\nline\nof\nthis\ntitle\nas\na\npoem",
  "wide letters": "W".repeat(200),
  "wide words":
    "Why measurement matters more than managing momentum when moving monumental marketing machines tomorrow morning",
  "Chinese characters": "鉛錘線".repeat(60),
  "emoji of two code units": "🧭".repeat(120),
  "emoji of many code points": "👨‍👩‍👧‍👦".repeat(28),
  "stacked letters": "ཧཱུྃ".repeat(50),
};

test.each(Object.entries(HARD_TITLES))("a title of %s ends above the name", async (_, title) => {
  const drawn = await drawCard(cardOf({ title }), undefined, FONT);
  expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: "jpeg" });
  const { channels } = await sharp(await sharp(drawn).extract(EMPTY_BAND).toBuffer()).stats();
  for (const { max } of channels) expect(max).toBeLessThan(100);
});

test("line breaks in a title become spaces", async () => {
  const broken = await drawCard(cardOf({ title: " Balance\n\nis a\u2028 number\n" }), undefined, FONT);
  expect(broken.equals(await drawCard(cardOf({ title: "Balance is a number" }), undefined, FONT))).toBe(true);
});

test("a title is not cut inside a surrogate pair", async () => {
  const [compass, eye] = ["🧭", "🧿"];
  expect(compass.charCodeAt(0), "both begin with the same code unit").toBe(eye.charCodeAt(0));
  const drawCut = (last: string) => drawCard(cardOf({ title: `${"i".repeat(109)}${last} and more` }), undefined, FONT);
  expect((await drawCut(compass)).equals(await drawCut(eye))).toBe(false);
});

test.each(["\u200b", "\u3164", "\u0001", "\n"])(
  "a title without visible characters (%j) is left out",
  async (title) => {
    expect(await sharp(await drawCard(cardOf({ title }), undefined, FONT)).metadata()).toMatchObject({ height: 630 });
  },
);

test("a picture that cannot be decoded is left out", async () => {
  const card = cardOf({ title: "Balance is a number" });
  const drawn = await drawCard(card, Buffer.from("<html>no picture</html>"), FONT);
  expect(drawn.equals(await drawCard(card, undefined, FONT))).toBe(true);
});

function cardOf({ title }: Pick<Card, "title">): Card {
  return { siteName: "Plumbline", path: "/blog/a-post", title, section: "Blog", picture: "/art/a.webp" };
}
