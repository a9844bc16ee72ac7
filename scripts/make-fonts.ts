import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/** What nearly every page is written with; the rest of Latin is a second file that few pages fetch. */
const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
const BASIC_CHARACTERS = `${ASCII}\u00a0©®°·×–—‘’“”•…−`;

/** Only the weights in use: display type is 600 to 800, text 400 to 700. */
const FACES = [
  { name: "bricolage-grotesque", weights: { min: 600, max: 800 } },
  { name: "instrument-sans", weights: { min: 400, max: 700 } },
];

const { resolve } = createRequire(import.meta.url);

for (const { name, weights } of FACES) {
  const whole = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const basic = await subsetFont(whole, BASIC_CHARACTERS, {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
  });
  await writeFile(new URL(`../app/styles/fonts/${name}-basic.woff2`, import.meta.url), basic);
  console.log(`${name}: ${whole.length} bytes, basic ${basic.length}`);
}
