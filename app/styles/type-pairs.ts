import frauncesRest from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import spaceGroteskRest from "@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url";
import workSansRest from "@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url";
import type { TYPE_PAIRS } from "../../domain/content/design.ts";
import fraunces from "./fonts/fraunces.woff2?url";
import spaceGrotesk from "./fonts/space-grotesk.woff2?url";
import workSans from "./fonts/work-sans.woff2?url";

type Family = "Headline" | "Body";
type Font = { readonly basic: string; readonly rest: string };
/** As in fallback-fonts.css: the weights, and how wide and high the font is beside the local one. */
type Fallback = readonly [weights: string, onArial: number, onRoboto: number, ascent: number, descent: number];

const WEIGHTS = { Headline: "600 800", Body: "400 700" } as const;
const LOCAL = {
  Arial: (isBold: boolean) =>
    isBold ? 'local("Arial Bold"),local("Liberation Sans Bold")' : 'local("Arial"),local("Liberation Sans")',
  Roboto: (isBold: boolean) =>
    isBold ? 'local("Roboto Bold"),local("Roboto-Bold")' : 'local("Roboto"),local("Roboto Regular")',
};
/** Latin beyond the subset of make-fonts.ts. */
const REST = "U+A1-A8,U+AA-D6,U+D8-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+20AC,U+2122,U+2191,U+2193";

/**
 * The fonts of the pairs other than the site's own (fonts.css), under the same families. A page carries the rules of the
 * chosen pair after its stylesheets, so that they win.
 */
export const typePairs: Readonly<Record<(typeof TYPE_PAIRS)[number], string>> = {
  bricolage: "",
  fraunces: familyCss("Headline", { basic: fraunces, rest: frauncesRest }, [["600 800", 103.7, 110, 98, 26]]),
  "space-grotesk":
    familyCss("Headline", { basic: spaceGrotesk, rest: spaceGroteskRest }, [["600 800", 101, 107.2, 98, 29]]) +
    familyCss("Body", { basic: workSans, rest: workSansRest }, [
      ["400 499", 110.2, 110.6, 93, 24],
      ["500 700", 103.7, 110.6, 93, 24],
    ]),
};

function familyCss(family: Family, { basic, rest }: Font, fallbacks: readonly Fallback[]): string {
  const face = (url: string, more: string) =>
    `@font-face{font-family:${family};src:url(${url})format("woff2");font-weight:${WEIGHTS[family]};${more}}`;
  return [
    face(basic, `font-display:${family === "Headline" ? "optional" : "swap"}`),
    face(rest, `font-display:swap;unicode-range:${REST}`),
    ...fallbacks.flatMap((fallback) => [
      fallbackCss(family, "Arial", fallback),
      fallbackCss(family, "Roboto", fallback),
    ]),
  ].join("");
}

function fallbackCss(
  family: Family,
  local: keyof typeof LOCAL,
  [weights, arial, roboto, ascent, descent]: Fallback,
): string {
  const size = local === "Arial" ? arial : roboto;
  const percent = (height: number) => `${((height / size) * 100).toFixed(1)}%`;
  return (
    `@font-face{font-family:"${family} on ${local}";src:${LOCAL[local](weights !== "400 499")};font-weight:${weights};` +
    `size-adjust:${size}%;ascent-override:${percent(ascent)};descent-override:${percent(descent)};line-gap-override:0%}`
  );
}
