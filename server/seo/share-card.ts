import { createHash } from "node:crypto";
import sharp from "sharp";
import { site } from "../../content/site.ts";
import { escapeXml } from "./xml.ts";

export type Card = {
  /** Of the page that it stands for. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** Address of its picture. */
  readonly picture: string;
};

const WIDTH = 1200;
const HEIGHT = 630;
/** The line at two thirds, as on every page. */
const AXIS = 800;
const MARGIN = 56;
const LONGEST_TITLE = 110;
/** Counts up when the drawing changes, so that the cards get new addresses. */
const DRAWING = 1;
/** As the file names itself. */
const FONT_FAMILY = "Bricolage Grotesque 96pt ExtraBold";

/** Named by what is on it: a changed card is another file, and one that is kept stays right for ever. */
export function cardAddress(card: Card): string {
  const facts = JSON.stringify([DRAWING, site.name, card.title, card.section, card.picture]);
  const hash = createHash("sha256").update(facts).digest("hex").slice(0, 12);
  return `/share${card.path === "/" ? "/home" : card.path}.${hash}.jpg`;
}

/** Brand type on ink, left of the line; the picture right of it. */
export async function drawCard(
  { title, section }: Card,
  picture: Buffer | undefined,
  fontFile: string,
): Promise<Buffer> {
  const setIn = (text: string, look: Look) => drawText(text, { ...look, fontFile });
  const heading = await setIn(shorten(title), { size: sizeFor(title), color: "#f5f0e6", width: AXIS - 2 * MARGIN });
  const label = section && (await setIn(section, { size: 26, color: "#b3bdbf", width: AXIS - 2 * MARGIN }));
  const name = await setIn(site.name, { size: 38, color: "#f5f0e6", width: AXIS - 2 * MARGIN });
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#0c1a20" } })
    .composite([
      ...(picture ? [{ input: await fitPicture(picture), left: AXIS, top: 0 }] : []),
      { input: Buffer.from(LINE), left: 0, top: 0 },
      ...(label ? [{ input: label, left: MARGIN, top: 56 }] : []),
      { input: heading, left: MARGIN, top: section ? 110 : 72 },
      { input: name, left: MARGIN + 36, top: HEIGHT - 88 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** The hairline, the bob that hangs from it, and the mark beside the name. */
const LINE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <path d="M${AXIS} 0V424" stroke="#b98a2e" stroke-width="3"/>
  <path d="M${AXIS} 420l26 40-26 84-26-84z" fill="#e5391b"/>
  <path d="M${MARGIN + 10} ${HEIGHT - 130}v42" stroke="#f5f0e6" stroke-width="2"/>
  <path d="M${MARGIN + 10} ${HEIGHT - 92}l9 14-9 30-9-30z" fill="#e5391b"/>
</svg>`;

function fitPicture(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .resize(WIDTH - AXIS, HEIGHT, { fit: "cover", position: "attention" })
    .toBuffer();
}

type Look = { readonly size: number; readonly color: string; readonly width: number };

function drawText(text: string, { size, color, width, fontFile }: Look & { fontFile: string }): Promise<Buffer> {
  const look = `font_family="${FONT_FAMILY}" size="${size}pt" foreground="${color}" line_height="0.92"`;
  const markup = `<span ${look} letter_spacing="${-Math.round(size * 30)}">${escapeXml(text)}</span>`;
  return sharp({ text: { text: markup, fontfile: fontFile, width, rgba: true, dpi: 72, wrap: "word-char" } })
    .png()
    .toBuffer();
}

function sizeFor(title: string): number {
  if (title.length <= 28) return 96;
  return title.length <= 60 ? 74 : 58;
}

function shorten(title: string): string {
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE).trimEnd()}…`;
}
