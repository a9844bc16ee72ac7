import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Content } from "../../../domain/content/collections.ts";
import { DEFAULT_COLORS, deriveTokens, isDefault, type Tokens } from "../../../domain/design/tokens.ts";
import { escapeXml } from "../xml.ts";

export type Card = {
  readonly siteName: string;
  /** Path of the page. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** URL of the picture. */
  readonly picture: string;
  /** The picture is the whole card, because an admin chose it as that. */
  readonly isWhole?: boolean;
  /** Where the picture is cropped around, as in Picture; by default around what draws attention. */
  readonly focus?: string;
  /** Undefined for the look that the site came with. */
  readonly look?: CardLook;
};

export type CardLook = Pick<Content["design"], "colors" | "type" | "motif">;

const WIDTH = 1200;
const HEIGHT = 630;
/** The plumb line at two thirds, as on every page. */
const AXIS = 800;
const MARGIN = 56;
const TEXT_WIDTH = AXIS - 2 * MARGIN;
/** Top of the mark beside the name; the heading ends above it. */
const MARK_TOP = HEIGHT - 130;
const MAX_TITLE_LENGTH = 110;
const MIN_FONT_SIZE = 36;
const FONT_SIZES = [96, 74, 58, 46, MIN_FONT_SIZE];
/** Increment when the drawing changes, so that cards get new URLs. */
const DESIGN_VERSION = 1;
const JPEG = { quality: 84, mozjpeg: true } as const;
const DEFAULT_LOOK: CardLook = { colors: DEFAULT_COLORS, type: "bricolage", motif: "pendulum" };
/** The file of each type pair, and the family name inside it. */
const FONTS = {
  bricolage: { file: "bricolage-grotesque-700.ttf", family: "Bricolage Grotesque 96pt ExtraBold" },
  fraunces: { file: "fraunces-700.ttf", family: "Fraunces" },
  "space-grotesk": { file: "space-grotesk-700.ttf", family: "Space Grotesk Light" },
} as const;

export const isDefaultLook = ({ colors, type, motif }: CardLook): boolean =>
  isDefault(colors) && type === DEFAULT_LOOK.type && motif === DEFAULT_LOOK.motif;

/** The URL contains a hash of the contents, so cards can be cached for ever. */
export function cardAddress(card: Card): string {
  const { siteName, title, section, picture, look, focus } = card;
  const drawn = [
    DESIGN_VERSION,
    siteName,
    title,
    section,
    picture,
    ...(look ? [look.colors, look.type, look.motif] : []),
    ...(focus ? [focus] : []),
  ];
  const facts = JSON.stringify(card.isWhole ? ["whole", card.picture] : drawn);
  const hash = createHash("sha256").update(facts).digest("hex").slice(0, 12);
  return `/share${card.path === "/" ? "/home" : card.path}.${hash}.jpg`;
}

/** Draws the text left of the plumb line and the picture right of it. */
export async function drawCard(
  { siteName, title, section, isWhole, focus, look = DEFAULT_LOOK }: Card,
  picture: Buffer | undefined,
  fontFile: string,
): Promise<Buffer> {
  const whole = isWhole && picture && (await fitPicture(picture, WIDTH));
  if (whole) return sharp(whole).jpeg(JPEG).toBuffer();
  const headingTop = section ? 110 : 72;
  const { file, family } = FONTS[look.type];
  const font = { fontFile: join(dirname(fontFile), file), family };
  const { night } = deriveTokens(look.colors);
  const heading = await drawHeading(title, MARK_TOP - headingTop, { ...font, color: night.paper });
  const label = section && (await drawText(section, { size: 26, color: night["ink-soft"], ...font }));
  const name = await drawText(siteName, { size: 38, color: night.paper, ...font });
  const fitted = picture && (await fitPicture(picture, WIDTH - AXIS, focus));
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: night.ink } })
    .composite([
      ...(fitted ? [{ input: fitted, left: AXIS, top: 0 }] : []),
      { input: Buffer.from(drawMotif(look.motif, night)), left: 0, top: 0 },
      ...(label ? [{ input: label.data, left: MARGIN, top: 56 }] : []),
      ...(heading ? [{ input: heading, left: MARGIN, top: headingTop }] : []),
      { input: name.data, left: look.motif === "pendulum" ? MARGIN + 36 : MARGIN, top: HEIGHT - 88 },
    ])
    .jpeg(JPEG)
    .toBuffer();
}

/** The plumb line, its bob, and the mark beside the name; or the line alone, or nothing. */
function drawMotif(motif: CardLook["motif"], { brass, signal, paper }: Tokens): string {
  const bob = `<path d="M${AXIS} 420l26 40-26 84-26-84z" fill="${signal}"/>
  <path d="M${MARGIN + 10} ${MARK_TOP}v42" stroke="${paper}" stroke-width="2"/>
  <path d="M${MARGIN + 10} ${HEIGHT - 92}l9 14-9 30-9-30z" fill="${signal}"/>`;
  const line = `<path d="M${AXIS} 0V${motif === "line" ? HEIGHT : 424}" stroke="${brass}" stroke-width="3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  ${motif === "none" ? "" : line}
  ${motif === "pendulum" ? bob : ""}
</svg>`;
}

/** Undefined if the bytes are not a picture. */
async function fitPicture(picture: Buffer, width: number, focus?: string): Promise<Buffer | undefined> {
  try {
    if (!focus) return await sharp(picture).resize(width, HEIGHT, { fit: "cover", position: "attention" }).toBuffer();
    const { data, info } = await sharp(picture)
      .resize(width, HEIGHT, { fit: "outside" })
      .toBuffer({ resolveWithObject: true });
    const place = { left: stepIn(info.width - width, focus[0]), top: stepIn(info.height - HEIGHT, focus[1]) };
    return await sharp(data)
      .extract({ ...place, width, height: HEIGHT })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** The first of five steps is the beginning of the room, the fifth its end. */
const stepIn = (room: number, step: string | undefined) => Math.round(((Number(step) - 1) / 4) * room);

type Font = Pick<TextStyle, "fontFile" | "family" | "color">;

/** As large as fits above the name. Undefined if the title has no visible characters. */
async function drawHeading(title: string, maxHeight: number, font: Font): Promise<Buffer | undefined> {
  try {
    for (const { text, size } of titleLayouts(title.replace(/\s+/g, " ").trim())) {
      const { data, info } = await drawText(text, { size, ...font });
      // A single character may be wider than the text column.
      if (info.height <= maxHeight && info.width <= AXIS - MARGIN) return data;
    }
  } catch (error) {
    if (!String(error).includes("no text to render")) throw error;
  }
  return undefined;
}

/** Layouts of a title, the best first: with decreasing size, then with decreasing length. */
function* titleLayouts(title: string): Generator<{ readonly text: string; readonly size: number }> {
  const text = shorten(title, MAX_TITLE_LENGTH);
  for (const size of FONT_SIZES) if (size <= sizeFor(title)) yield { text, size };
  for (let max = MAX_TITLE_LENGTH / 2; max >= 1; max /= 2) yield { text: shorten(title, max), size: MIN_FONT_SIZE };
}

type TextStyle = { readonly size: number; readonly color: string; readonly fontFile: string; readonly family: string };

function drawText(text: string, { size, color, fontFile, family }: TextStyle) {
  const attributes = `font_family="${family}" size="${size}pt" foreground="${color}" line_height="0.92"`;
  const markup = `<span ${attributes} letter_spacing="${-Math.round(size * 30)}">${escapeXml(text)}</span>`;
  const set = { text: markup, fontfile: fontFile, width: TEXT_WIDTH, rgba: true, dpi: 72, wrap: "word-char" } as const;
  return sharp({ text: set }).png().toBuffer({ resolveWithObject: true });
}

function sizeFor(title: string): number {
  if (title.length <= 28) return 96;
  return title.length <= 60 ? 74 : 58;
}

/** Counts code points, so that no surrogate pair is split. */
function shorten(title: string, maxLength: number): string {
  const characters = Array.from(title);
  return characters.length <= maxLength ? title : `${characters.slice(0, maxLength).join("").trimEnd()}…`;
}
