import { createHash } from "node:crypto";
import sharp from "sharp";
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
};

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
const LIGHT = "#f5f0e6";
/** The family name inside the font file. */
const FONT_FAMILY = "Bricolage Grotesque 96pt ExtraBold";

/** The URL contains a hash of the contents, so cards can be cached for ever. */
export function cardAddress(card: Card): string {
  const drawn = [DESIGN_VERSION, card.siteName, card.title, card.section, card.picture];
  const facts = JSON.stringify(card.isWhole ? ["whole", card.picture] : drawn);
  const hash = createHash("sha256").update(facts).digest("hex").slice(0, 12);
  return `/share${card.path === "/" ? "/home" : card.path}.${hash}.jpg`;
}

/** Draws the text left of the plumb line and the picture right of it. */
export async function drawCard(
  { siteName, title, section, isWhole }: Card,
  picture: Buffer | undefined,
  fontFile: string,
): Promise<Buffer> {
  const whole = isWhole && picture && (await fitPicture(picture, WIDTH));
  if (whole) return sharp(whole).jpeg(JPEG).toBuffer();
  const headingTop = section ? 110 : 72;
  const heading = await drawHeading(title, MARK_TOP - headingTop, fontFile);
  const label = section && (await drawText(section, { size: 26, color: "#b3bdbf", fontFile }));
  const name = await drawText(siteName, { size: 38, color: LIGHT, fontFile });
  const fitted = picture && (await fitPicture(picture, WIDTH - AXIS));
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#0c1a20" } })
    .composite([
      ...(fitted ? [{ input: fitted, left: AXIS, top: 0 }] : []),
      { input: Buffer.from(PLUMB_LINE), left: 0, top: 0 },
      ...(label ? [{ input: label.data, left: MARGIN, top: 56 }] : []),
      ...(heading ? [{ input: heading, left: MARGIN, top: headingTop }] : []),
      { input: name.data, left: MARGIN + 36, top: HEIGHT - 88 },
    ])
    .jpeg(JPEG)
    .toBuffer();
}

/** The plumb line, its bob, and the mark beside the name. */
const PLUMB_LINE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <path d="M${AXIS} 0V424" stroke="#b98a2e" stroke-width="3"/>
  <path d="M${AXIS} 420l26 40-26 84-26-84z" fill="#e5391b"/>
  <path d="M${MARGIN + 10} ${MARK_TOP}v42" stroke="${LIGHT}" stroke-width="2"/>
  <path d="M${MARGIN + 10} ${HEIGHT - 92}l9 14-9 30-9-30z" fill="#e5391b"/>
</svg>`;

/** Undefined if the bytes are not a picture. */
function fitPicture(picture: Buffer, width: number): Promise<Buffer | undefined> {
  return sharp(picture)
    .resize(width, HEIGHT, { fit: "cover", position: "attention" })
    .toBuffer()
    .catch(() => undefined);
}

/** As large as fits above the name. Undefined if the title has no visible characters. */
async function drawHeading(title: string, maxHeight: number, fontFile: string): Promise<Buffer | undefined> {
  try {
    for (const { text, size } of titleLayouts(title.replace(/\s+/g, " ").trim())) {
      const { data, info } = await drawText(text, { size, color: LIGHT, fontFile });
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

type TextStyle = { readonly size: number; readonly color: string; readonly fontFile: string };

function drawText(text: string, { size, color, fontFile }: TextStyle) {
  const attributes = `font_family="${FONT_FAMILY}" size="${size}pt" foreground="${color}" line_height="0.92"`;
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
