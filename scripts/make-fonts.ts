import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/** What nearly every page is written with; the rest of Latin is a second file that few pages fetch. */
const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
const BASIC_CHARACTERS = `${ASCII}\u00a0©®°·×–—‘’“”•…−`;

/** What headlines are written with: this face is fetched before anything is painted, so every glyph is weighed. */
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x61 + index)).join("");
const HEADLINE_CHARACTERS = `${LETTERS}${LETTERS.toUpperCase()}0123456789 \u00a0.,:;!?&()/%+$@-−–—‘’“”'"…×`;

/** Only the weights in use: display type is 600 to 800, text 400 to 700. */
const FACES = [
  {
    name: "bricolage-grotesque",
    characters: HEADLINE_CHARACTERS,
    weights: { min: 600, max: 800 },
    // Neither alternates nor ligatures are used at that size.
    noLayoutClosure: true,
  },
  {
    name: "instrument-sans",
    characters: BASIC_CHARACTERS,
    weights: { min: 400, max: 700 },
    noLayoutClosure: false,
  },
];

const { resolve } = createRequire(import.meta.url);

for (const { name, characters, weights, noLayoutClosure } of FACES) {
  const whole = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const basic = await subsetFont(whole, characters, {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
    noLayoutClosure,
  });
  await writeFile(new URL(`../app/styles/fonts/${name}.woff2`, import.meta.url), basic);
  console.log(`${name}: ${whole.length} bytes, basic ${basic.length}`);
}

/** Share cards are drawn on the server, by a library that wants a plain font file of one weight. */
const LATIN = Array.from({ length: 0x17f - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
const display = await readFile(
  resolve("@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2"),
);
const drawn = await subsetFont(display, `${LATIN}${BASIC_CHARACTERS}€`, {
  targetFormat: "sfnt",
  variationAxes: { wght: 700 },
});
await writeFile(new URL("../server/seo/fonts/bricolage-grotesque-700.ttf", import.meta.url), drawn);
console.log(`share cards: ${drawn.length} bytes`);
