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

test("by night each field keeps a hue of its own, at about a fifth of full lightness", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  const floors = Array.from(
    tokens.matchAll(/\.tint-(\w+) \{[^}]*--d: light-dark\(#\w{6}, #(\w\w)(\w\w)(\w\w)\)/g),
    ([, name = "", ...parts]) => ({ name, parts: parts.map((part) => Number.parseInt(part, 16)) }),
  );
  expect(floors).toHaveLength(7);
  for (const { name, parts } of floors) {
    const lightness = (Math.max(...parts) + Math.min(...parts)) / 2 / 255;
    expect(lightness, name).toBeGreaterThan(0.07);
    expect(lightness, name).toBeLessThan(0.22);
    for (const other of floors.filter((each) => each.name !== name)) {
      const distance = Math.hypot(...parts.map((part, n) => part - (other.parts[n] ?? 0)));
      expect(distance, `${name} and ${other.name}`).toBeGreaterThan(4);
    }
  }
});
