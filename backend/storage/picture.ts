import sharp, { type Metadata } from "sharp";
import { MAX_HEIGHT_PX, MAX_WIDTH_PX } from "../../domain/picture.ts";
import { invalidRequest, tooLarge, wrongType } from "./errors.ts";

export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };
type Format = "avif" | "gif" | "jpeg" | "png" | "webp";

const MAX_PIXELS = 40_000_000;
/** Tried in order until the file is small enough for a visitor. */
const QUALITIES = [82, 65, 45];
const MAX_STORED_BYTES = 1_000_000;
/** Moving pictures have many frames, so each is smaller. */
const MAX_MOVING_PX = 960;
const RENDITION_QUALITY = 75;
/** A higher effort needs 100 MB more for files that are hardly smaller. */
const AVIF = { quality: 50, effort: 2 } as const;
/** The slowest valid picture, 40 megapixels to rotate, took 7 s on a busy core. */
const ENCODE_TIMEOUT_S = 20;

const INPUT = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
const ACCEPTED = "Only AVIF, WebP, JPEG, PNG and GIF pictures are accepted";
const HEIC =
  "HEIC pictures cannot be read here. Export it as JPEG, or set the iPhone to Settings, Camera, Formats, Most Compatible";
const ONLY_GIF_MOVES = "Moving pictures are accepted as GIF only";
const UNREADABLE = "The picture is damaged and cannot be read";

// Uploads never repeat, so libvips's operation cache would only use memory.
sharp.cache(false);

/** Encodes every upload again: only the pixels are stored, rotated upright, without metadata or other embedded data. */
export async function encodePicture(upload: Buffer): Promise<Picture> {
  const type = await checkPicture(upload);
  try {
    return type === "image/gif" ? await encodeMoving(upload) : await encodeStill(upload);
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith("timeout");
    throw invalidRequest(isTimeout ? "The picture takes too long to read" : UNREADABLE, error);
  }
}

/** The media type of a picture that can be encoded. Only its header is read. */
export async function checkPicture(bytes: Buffer): Promise<`image/${Format}`> {
  const format = findFormat(bytes);
  if (!format) throw wrongType(isHeic(bytes) ? HEIC : ACCEPTED);
  if (isAnimatedPng(format, bytes)) throw invalidRequest(ONLY_GIF_MOVES);
  checkMetadata(format, await readMetadata(bytes));
  return `image/${format}`;
}

/** Checks a picture that another site stored: a WebP keeps its bytes; Supabase may have others, which are encoded. */
export async function checkStored(bytes: Buffer): Promise<Picture> {
  if (findFormat(bytes) !== "webp") return encodePicture(bytes);
  const { width, height, pages, pageHeight } = await readMetadata(bytes);
  if (width * height > MAX_PIXELS) throw tooLarge("The picture has too many pixels");
  try {
    await sharp(bytes, { ...INPUT, animated: (pages ?? 1) > 1 })
      .timeout({ seconds: ENCODE_TIMEOUT_S })
      .stats();
  } catch (error) {
    throw invalidRequest(UNREADABLE, error);
  }
  return { bytes, width, height: pageHeight ?? height };
}

async function encodeStill(upload: Buffer, [quality, ...lower] = QUALITIES): Promise<Picture> {
  const { data, info } = await sharp(upload, INPUT)
    .autoOrient()
    .resize({ width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX, fit: "inside", withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: ENCODE_TIMEOUT_S })
    .toBuffer({ resolveWithObject: true });
  if (data.length > MAX_STORED_BYTES && lower.length > 0) return encodeStill(upload, lower);
  return { bytes: data, width: info.width, height: info.height };
}

/** A GIF keeps moving as WebP. */
async function encodeMoving(upload: Buffer): Promise<Picture> {
  const { data, info } = await sharp(upload, { ...INPUT, animated: true })
    .resize({ width: MAX_MOVING_PX, height: MAX_MOVING_PX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .timeout({ seconds: ENCODE_TIMEOUT_S })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

export async function encodeRendition(original: Buffer, width: number, format: "avif" | "webp"): Promise<Picture> {
  const resized = sharp(original, INPUT).resize({ width, withoutEnlargement: true });
  const encoder = format === "avif" ? resized.avif(AVIF) : resized.webp({ quality: RENDITION_QUALITY });
  const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Checked before libvips reads the file, because libvips accepts more formats, such as SVG and PDF. */
function findFormat(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return "gif";
  return bytes.toString("latin1", 4, 12) === "ftypavif" ? "avif" : undefined;
}

const isHeic = (bytes: Buffer): boolean => /^ftyp(?:hei|hev|mif1|msf1)/.test(bytes.toString("latin1", 4, 12));

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
  if (width * height * (pages ?? 1) > MAX_PIXELS) {
    throw tooLarge(`The picture has more than ${MAX_PIXELS / 1_000_000} million pixels`);
  }
  if ((pages ?? 1) > 1 && format !== "gif") throw invalidRequest(ONLY_GIF_MOVES);
}

/** libvips reads only the first frame of an animated PNG and reports a single page. */
function isAnimatedPng(format: Format, bytes: Buffer): boolean {
  return format === "png" && bytes.subarray(0, Math.max(0, bytes.indexOf("IDAT"))).includes("acTL");
}
