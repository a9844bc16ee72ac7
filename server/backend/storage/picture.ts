import sharp, { type Metadata } from "sharp";
import { invalidRequest, tooLarge, wrongType } from "./errors.ts";

export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };
type Format = "avif" | "jpeg" | "png" | "webp";

const MAX_PIXELS = 40_000_000;
const MAX_WIDTH_PX = 2_400;
/** Well below WebP's limit of 16,383 px. */
const MAX_HEIGHT_PX = 4_800;
const QUALITY = 82;
/** The slowest valid picture, 40 megapixels to rotate, took 7 s on a busy core. */
const ENCODE_TIMEOUT_S = 20;

const INPUT = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
const ACCEPTED = "Only AVIF, WebP, JPEG and PNG pictures are accepted";
const UNREADABLE = "The picture is damaged and cannot be read";

// Uploads never repeat, so libvips's operation cache would only use memory.
sharp.cache(false);

/** Encodes every upload again: only the pixels are stored, rotated upright, without metadata or other embedded data. */
export async function encodePicture(upload: Buffer): Promise<Picture> {
  const format = findFormat(upload);
  if (!format) throw wrongType(ACCEPTED);
  if (isAnimatedPng(format, upload)) throw invalidRequest("Moving pictures are not accepted");
  checkMetadata(format, await readMetadata(upload));
  try {
    const { data, info } = await sharp(upload, INPUT)
      .autoOrient()
      .resize({ width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX, fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: ENCODE_TIMEOUT_S })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith("timeout");
    throw invalidRequest(isTimeout ? "The picture takes too long to read" : UNREADABLE, error);
  }
}

/** Checked before libvips reads the file, because libvips accepts more formats, such as SVG and PDF. */
function findFormat(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return bytes.toString("latin1", 4, 12) === "ftypavif" ? "avif" : undefined;
}

async function readMetadata(upload: Buffer): Promise<Metadata> {
  try {
    // Without the pixel limit, so that a picture too large is not reported as damaged. Only the header is read.
    return await sharp(upload, { ...INPUT, limitInputPixels: false }).metadata();
  } catch (error) {
    throw invalidRequest(UNREADABLE, error);
  }
}

function checkMetadata(format: Format, { format: decoded, compression, width, height, pages }: Metadata): void {
  const hasClaimedFormat = format === "avif" ? decoded === "heif" && compression === "av1" : decoded === format;
  if (!hasClaimedFormat) throw wrongType(ACCEPTED);
  if (width * height > MAX_PIXELS) {
    throw tooLarge(`The picture has more than ${MAX_PIXELS / 1_000_000} million pixels`);
  }
  if ((pages ?? 1) > 1) throw invalidRequest("Moving pictures are not accepted");
}

/** libvips reads only the first frame of an animated PNG and reports a single page. */
function isAnimatedPng(format: Format, bytes: Buffer): boolean {
  return format === "png" && bytes.subarray(0, Math.max(0, bytes.indexOf("IDAT"))).includes("acTL");
}
