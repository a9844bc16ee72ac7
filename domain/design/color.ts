/** OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number };

/** "#rrggbb", the only notation of colors that entries hold. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/i;

type Triple = readonly [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function channels(hex: string): Triple {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

const toHex = (rgb: Triple) => `#${rgb.map(hexOf).join("")}`;

function hexOf(value: number): string {
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, "0");
}

/** The matrices of CSS Color 4. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const blue = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, blue), h: (Math.atan2(blue, a) * 180) / Math.PI };
}

function toRgb({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

const GAMUT_TOLERANCE = 0.002;

export const isInGamut = (color: Oklch): boolean =>
  toRgb(color).every((value) => value >= -GAMUT_TOLERANCE && value <= 1 + GAMUT_TOLERANCE);

/** With as much chroma as sRGB has at this lightness and hue. */
export function oklchToHex(color: Oklch): string {
  if (isInGamut(color)) return toHex(toRgb(color));
  let [low, high] = [0, color.c];
  for (let step = 0; step < 20; step++) {
    const c = (low + high) / 2;
    if (isInGamut({ ...color, c })) low = c;
    else high = c;
  }
  return toHex(toRgb({ ...color, c: low }));
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The color itself if it passes on every ground, or the nearest of its hue that does, found by moving its lightness. */
export function nearestPassing(hex: string, grounds: readonly string[], ratio: number): string {
  const passes = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= ratio);
  if (passes(hex)) return hex;
  const color = toOklch(hex);
  const candidates = [0, 1].flatMap((end) => {
    if (!passes(oklchToHex({ ...color, l: end }))) return [];
    let [failing, passing] = [color.l, end];
    for (let step = 0; step < 20; step++) {
      const l = (failing + passing) / 2;
      if (passes(oklchToHex({ ...color, l }))) passing = l;
      else failing = l;
    }
    return [{ distance: Math.abs(passing - color.l), found: oklchToHex({ ...color, l: passing }) }];
  });
  const [nearest] = candidates.toSorted((one, other) => one.distance - other.distance);
  // Grounds of one scheme are all light or all dark, so that black or white passes.
  return nearest?.found ?? hex;
}
