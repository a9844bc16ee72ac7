import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/** The characters of nearly every page; the rest of Latin is in a second file that few pages load. */
const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
const BASIC_CHARACTERS = `${ASCII}\u00a0©®°·×–—‘’“”•…−`;

/** The characters of headlines. This font is loaded before first paint, so it contains no glyph that is not needed. */
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x61 + index)).join("");
const HEADLINE_CHARACTERS = `${LETTERS}${LETTERS.toUpperCase()}0123456789 \u00a0.,:;!?&()/%+$@-−–—‘’“”'"…×`;

/** Limited to the weights in use: headlines 600 to 800, text 400 to 700. */
const FONTS = [
  {
    name: "bricolage-grotesque",
    characters: HEADLINE_CHARACTERS,
    weights: { min: 600, max: 800 },
    // Headlines use neither alternates nor ligatures.
    noLayoutClosure: true,
  },
  {
    name: "instrument-sans",
    characters: BASIC_CHARACTERS,
    weights: { min: 400, max: 700 },
    noLayoutClosure: false,
  },
  // The other type pairs (app/styles/type-pairs.ts).
  { name: "fraunces", characters: HEADLINE_CHARACTERS, weights: { min: 600, max: 800 }, noLayoutClosure: true },
  { name: "space-grotesk", characters: HEADLINE_CHARACTERS, weights: { min: 600, max: 700 }, noLayoutClosure: true },
  { name: "work-sans", characters: BASIC_CHARACTERS, weights: { min: 400, max: 700 }, noLayoutClosure: false },
];

const { resolve } = createRequire(import.meta.url);

for (const { name, characters, weights, noLayoutClosure } of FONTS) {
  const original = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const basic = await subsetFont(original, characters, {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
    noLayoutClosure,
  });
  await writeFile(new URL(`../app/styles/fonts/${name}.woff2`, import.meta.url), basic);
  console.log(`${name}: ${original.length} bytes, basic ${basic.length}`);
}

/** Share cards are rendered on the server by a library that needs a TTF file of one weight. */
const LATIN = Array.from({ length: 0x17f - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
for (const name of ["bricolage-grotesque", "fraunces", "space-grotesk"]) {
  const display = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const font = await subsetFont(display, `${LATIN}${BASIC_CHARACTERS}€`, {
    targetFormat: "sfnt",
    variationAxes: { wght: 700 },
  });
  await writeFile(new URL(`../server/seo/fonts/${name}-700.ttf`, import.meta.url), font);
  console.log(`share cards, ${name}: ${font.length} bytes`);
}
