import { globSync, readFileSync } from "node:fs";
import { parse } from "postcss";
import { expect, test } from "vitest";

const sheets = globSync("app/**/*.css").map((file) => ({ file, root: parse(readFileSync(file, "utf8")) }));

test("layouts change at three widths only", () => {
  const widths = new Set<string>();
  for (const { root } of sheets) {
    root.walkAtRules("media", ({ params }) => {
      for (const [width] of params.matchAll(/[\d.]+(rem|px|em)/g)) widths.add(width);
    });
  }
  expect([...widths].toSorted()).toEqual(["48rem", "62rem", "75rem"]);
});

test("colors are written in tokens.css only", () => {
  const colors: string[] = [];
  for (const { file, root } of sheets.filter((sheet) => !sheet.file.endsWith("tokens.css"))) {
    root.walkDecls(({ prop, value }) => {
      if (/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\(/i.test(value)) colors.push(`${file}: ${prop}: ${value}`);
    });
  }
  expect(colors).toEqual([]);
});
