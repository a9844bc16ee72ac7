import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, oklchToHex, toOklch } from "./color.ts";
import { checkColors, DEFAULT_COLORS, deriveTokens, type Rule, RULES, type Tokens, type Tone } from "./tokens.ts";

const css = readFileSync("app/styles/tokens.css", "utf8");
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const anyColors = fc.record({ first: hex, second: hex, ground: hex });

/** What a page sets on what, and the least contrast. */
const PAIRS = {
  day: [
    [4.5, ["ink", "soft", "link", "signal-text"], ["paper", "panel", "field"]],
    [3, ["mark", "edge"], ["paper", "panel", "field"]],
  ],
  night: [
    [4.5, ["paper", "soft", "link", "ink-soft", "ink-accent"], ["ink", "panel", "field"]],
    [3, ["mark", "edge"], ["ink", "panel", "field"]],
  ],
} as const satisfies Record<
  string,
  readonly (readonly [number, readonly (keyof Tokens)[], readonly (keyof Tokens)[]])[]
>;

test("no choice of colors makes a text unreadable, in either scheme", () => {
  fc.assert(
    fc.property(anyColors, (colors) => {
      const derived = deriveTokens(colors);
      for (const scheme of ["day", "night"] as const) {
        const tokens = derived[scheme];
        for (const [least, texts, grounds] of PAIRS[scheme]) {
          for (const text of texts)
            for (const ground of grounds) {
              expect(contrast(tokens[text], tokens[ground]), `${scheme}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
                least,
              );
            }
        }
        expect(contrast(tokens["signal-text"], "#ffffff"), "buttons").toBeGreaterThanOrEqual(4.5);
        expect(contrast(tokens.ink, tokens.brass), "badges").toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("an offered color passes when it is taken, and the page carries the chosen one where that passes", () => {
  fc.assert(
    fc.property(anyColors, (colors) => {
      for (const { color, offer } of checkColors(colors)) {
        if (offer === undefined) continue;
        const taken = { ...colors, [color]: offer };
        // A ground that was taken changes the others; each is judged on the ground that stands.
        const again = checkColors(taken).find((check) => check.color === color && check.offer === offer);
        expect(again, `${color} ${offer}`).toBeUndefined();
      }
      expect(deriveTokens(colors).carried).toMatchObject({ signal: colors.first, brass: expect.any(String) });
    }),
  );
});

test("the stylesheet derives what the function derives", () => {
  const [, rules = ""] = /\.designed \{\n([^}]*)\}/.exec(css) ?? [];
  const plain = (text: string) => text.replaceAll(/\s+/g, "");
  for (const rule of describeRules()) expect(plain(rules)).toContain(plain(rule));
});

test("the tokens of the default design are those of the stylesheet, and the page carries none", () => {
  const { day, night, carried } = deriveTokens(DEFAULT_COLORS);
  expect(carried).toEqual({});
  const value = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1];
  expect([value("paper"), value("ink"), value("signal"), value("brass")]).toEqual([
    day.paper,
    day.ink,
    day.signal,
    day.brass,
  ]);
  for (const name of ["panel", "field", "soft", "edge"] as const) {
    expect(value(name)).toBe(`light-dark(${day[name]}, ${night[name]})`);
  }
  expect(value("ink-soft")).toBe(night["ink-soft"]);
});

test("a color survives the way to OKLCH and back", () => {
  fc.assert(
    fc.property(hex, (color) => {
      expect(oklchToHex(toOklch(color))).toBe(color);
    }),
  );
});

/** The rules as declarations of a stylesheet. */
function describeRules(): readonly string[] {
  return (Object.entries(RULES) as [string, Rule][])
    .filter(([name, { tone }]) => !("of" in tone) || tone.of !== name)
    .map(([name, { tone }]) => {
      const value =
        "of" in tone ? describeTone(tone) : `light-dark(${describeTone(tone.day)}, ${describeTone(tone.night)})`;
      return `--${name}: ${value};`;
    });
}

function describeTone({ of, l, maxC }: Tone): string {
  if (l === undefined && maxC === undefined) return `var(--${of})`;
  const { add, min } = typeof l === "object" ? l : {};
  const sum = add === undefined ? "l" : `calc(l ${add < 0 ? "-" : "+"} ${Math.abs(add)})`;
  const lightness = typeof l === "number" ? l : min === undefined ? sum : `max(${sum}, ${min})`;
  return `oklch(from var(--${of}) ${lightness} ${maxC === undefined ? "c" : `min(c, ${maxC})`} h)`;
}
