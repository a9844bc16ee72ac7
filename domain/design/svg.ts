import { contrast, HEX_COLOR, nearestPassing, toOklch } from "./color.ts";

/** A drawing that is safe to show, store and rasterize, or why it cannot be taken. */
export type Drawing = {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** What was taken out, as element and attribute names. */
  readonly removed: readonly string[];
};
export type Refusal = { readonly refused: string };

export const MAX_SVG_BYTES = 32 * 1024;
const MAX_ELEMENTS = 500;
const MAX_DEPTH = 24;
/** Larger coordinates make rasterizers slow. */
const MAX_NUMBER = 100_000;
const MAX_RATIO = 12;
/** The longer side of the drawing as it is served and rasterized. */
const SIDE_PX = 512;

const SHAPES = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]);
/** Left out without a word: they draw nothing. */
const SILENT = new Set(["title", "desc", "metadata", "defs"]);
const TEXTS = new Set(["text", "tspan", "textPath"]);

/** The parts of a document. Anything else, such as a CDATA section or entities, is refused. */
const PART =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[\]<>]*>|<\/([\w:.-]+)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/iy;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

const COLOR = /^(?:none|currentColor|transparent|[a-z]{3,20}|#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\([\d\s.,%]+\))$/i;
const NUMERIC = /^[-+\d.e\s]{1,24}(?:px)?$/i;
const PATH = /^[MLHVCSQTAZ\d\s,.e+-]*$/i;
const POINTS = /^[\d\s,.e+-]*$/i;
const TRANSFORM = /^(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s,.e+-]*\)[\s,]*)+$/i;
const KEYWORD = /^[a-z]{1,12}$/i;

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  d: PATH,
  points: POINTS,
  transform: TRANSFORM,
  fill: COLOR,
  stroke: COLOR,
  color: COLOR,
  "fill-rule": KEYWORD,
  "clip-rule": KEYWORD,
  "stroke-linecap": KEYWORD,
  "stroke-linejoin": KEYWORD,
  ...Object.fromEntries(
    "x y x1 y1 x2 y2 cx cy r rx ry width height stroke-width stroke-miterlimit opacity fill-opacity stroke-opacity"
      .split(" ")
      .map((name) => [name, NUMERIC]),
  ),
};

const TOO_LARGE = `The file is larger than ${MAX_SVG_BYTES / 1024} KB. Simplify the drawing.`;

class SvgError extends Error {}

/** Writes the drawing anew from the shapes, colors and numbers that it may have; nothing else is in the result. */
export function sanitizeSvg(text: string): Drawing | Refusal {
  if (new TextEncoder().encode(text).length > MAX_SVG_BYTES) {
    return { refused: TOO_LARGE };
  }
  try {
    return write(text);
  } catch (error) {
    if (error instanceof SvgError) return { refused: error.message };
    throw error;
  }
}

type Tag = { readonly name: string; readonly attributes: string; readonly isClosed: boolean };

function write(text: string): Drawing {
  const removed = new Set<string>();
  const open: string[] = [];
  let [out, elements, skipped] = ["", 0, 0];
  let frame: Frame | undefined;
  let isDone = false;
  for (const { end, tag } of partsOf(text.replace(/^\uFEFF/, "").trim())) {
    if (end !== undefined) {
      if (open.pop() !== end) throw new SvgError("This is not a complete SVG.");
      if (skipped > 0) skipped--;
      else out += `</${end}>`;
      isDone = open.length === 0;
    }
    if (!tag) continue;
    if (isDone || (open.length === 0 && tag.name !== "svg")) throw new SvgError("This is not an SVG.");
    if (TEXTS.has(tag.name)) throw new SvgError("The drawing has text: convert it to paths, then upload it again.");
    if (++elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw new SvgError("The drawing has too many parts.");
    const isKept = skipped === 0 && SHAPES.has(tag.name) && (tag.name !== "svg" || open.length === 0);
    if (!isKept && skipped === 0 && !SILENT.has(tag.name) && !tag.name.includes(":")) removed.add(tag.name);
    if (isKept) {
      const attributes = attributesOf(tag, removed);
      if (open.length === 0) frame = frameOf(tag);
      out += `<${tag.name}${frame && open.length === 0 ? rootAttributes(frame) : ""}${attributes}${tag.isClosed ? "/>" : ">"}`;
    }
    if (!tag.isClosed) {
      open.push(tag.name);
      if (!isKept) skipped++;
    }
  }
  if (!frame || open.length > 0 || !/<(?:path|rect|circle|ellipse|line|poly)/.test(out)) {
    throw new SvgError("This is not a complete SVG with something to draw.");
  }
  const { width, height } = sizeOf(frame);
  if (out.length > MAX_SVG_BYTES) throw new SvgError(TOO_LARGE);
  return { svg: out, width, height, removed: [...removed] };
}

function* partsOf(text: string): Generator<{ readonly end?: string; readonly tag?: Tag }> {
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const found = PART.exec(text);
    if (!found) throw new SvgError("The file has parts that are no drawing, such as entities. Export it as plain SVG.");
    const [, end, name, attributes = "", closed] = found;
    if (end !== undefined) yield { end };
    else if (name !== undefined) yield { tag: { name, attributes, isClosed: closed === "/" } };
  }
}

/** Attributes, and the declarations of a style attribute that are attributes, too. */
function attributesOf({ name: element, attributes }: Tag, removed: Set<string>): string {
  const kept = new Map<string, string>();
  const take = (name: string, value: string) => {
    const isSize = element === "svg" && /^(?:width|height|x|y)$/.test(name);
    if (
      isSize ||
      /^(?:viewBox|xmlns|version|id|class|role|data-name|preserveAspectRatio|enable-background)$/.test(name)
    )
      return;
    if (name.includes(":") && !name.endsWith(":href")) return;
    if (!ATTRIBUTES[name]?.test(value)) return void removed.add(name);
    refuseLargeNumbers(value);
    kept.set(name, plainColor(value));
  };
  for (const [, name = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? "").trim();
    if (name !== "style") take(name, value);
    else
      for (const [property = "", setting = ""] of value.split(";").map((part) => part.split(":"))) {
        if (property.trim()) take(property.trim(), setting.trim());
      }
  }
  return [...kept].map(([name, value]) => ` ${name}="${value}"`).join("");
}

function refuseLargeNumbers(value: string): void {
  if (value.startsWith("#")) return;
  for (const [number] of value.matchAll(NUMBER)) {
    if (Math.abs(Number(number)) > MAX_NUMBER) throw new SvgError("The drawing has coordinates that are too large.");
  }
}

const NAMED: Readonly<Record<string, string>> = { black: "#000000", white: "#ffffff" };

/** Colors as #rrggbb where that is possible, so that the dark version can change them. */
function plainColor(value: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`.toLowerCase();
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value);
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"))
      .join("")}`;
  return NAMED[value] ?? (HEX_COLOR.test(value) ? value.toLowerCase() : value);
}

type Frame = readonly [x: number, y: number, width: number, height: number];

function frameOf({ attributes }: Tag): Frame {
  const given = new Map(
    Array.from(attributes.matchAll(ATTRIBUTE), ([, name, double, single]) => [name, double ?? single ?? ""]),
  );
  const box =
    (given.get("viewBox") ?? `0 0 ${given.get("width")} ${given.get("height")}`).match(NUMBER)?.map(Number) ?? [];
  const [x = 0, y = 0, width = 0, height = 0] = box;
  const isUsable = box.length === 4 && box.every((number) => Math.abs(number) <= MAX_NUMBER) && width > 0 && height > 0;
  if (!isUsable) throw new SvgError("The SVG has no size: it needs a viewBox.");
  if (width > MAX_RATIO * height || height > MAX_RATIO * width)
    throw new SvgError("The drawing is too long for a logo.");
  return [x, y, width, height];
}

function sizeOf([, , width, height]: Frame) {
  const scale = SIDE_PX / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function rootAttributes(frame: Frame): string {
  const { width, height } = sizeOf(frame);
  return ` xmlns="http://www.w3.org/2000/svg" viewBox="${frame.join(" ")}" width="${width}" height="${height}"`;
}

export function sizeOfSvg(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /^<svg [^>]*?\bwidth="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

const MIN_CONTRAST = 3;
const GRAY_CHROMA = 0.03;

/** The drawing for dark grounds: colors that cannot be seen there are lifted, blacks and grays become the light color. */
export function liftSvg(svg: string, ground: string, light: string): string {
  const lift = (color: string) => {
    if (contrast(color, ground) >= MIN_CONTRAST) return color;
    return toOklch(color).c < GRAY_CHROMA ? light : nearestPassing(color, [ground], MIN_CONTRAST);
  };
  const lifted = svg.replaceAll(/ (fill|stroke|color)="(#[0-9a-f]{6})"/g, (_, name: string, color: string) => {
    return ` ${name}="${lift(color)}"`;
  });
  const [root = ""] = /^<svg [^>]*>/.exec(lifted) ?? [];
  // Without a color, shapes are black.
  return root.includes(' fill="') ? lifted : lifted.replace("<svg ", `<svg fill="${light}" `);
}
