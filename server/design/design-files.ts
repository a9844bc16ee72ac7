import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import type { MailLook } from "../../domain/compose-mail.ts";
import type { Content } from "../../domain/content/collections.ts";
import { liftSvg, sizeOfSvg } from "../../domain/design/svg.ts";
import { deriveTokens, isDefault } from "../../domain/design/tokens.ts";
import { findSize } from "../../domain/picture.ts";
import { type CachedResponse, createCachedResponse } from "../pages/cache/cached-response.ts";

type Design = Content["design"];
type LogoFile = { readonly src: string; readonly width: number; readonly height: number };
/** The addresses of logo and icon. They hold a hash of the drawing, so that they can be cached for ever. */
export type DesignFiles = {
  readonly logo?: {
    readonly light: LogoFile;
    readonly dark: LogoFile;
    /** A picture without a dark version stands on a plate of the light ground. */
    readonly isPlated: boolean;
    /** For mails, whose programs show no SVG. */
    readonly mail: string;
  };
  /** Undefined for the icons that come with the site. */
  readonly icon?: { readonly tab: string; readonly touch: string; readonly at: (size: number | "maskable") => string };
};

/** What an address shows: a drawing as it is, or rasterized. */
type File = { readonly drawing: string } & (
  | { readonly kind: "svg" }
  | {
      readonly kind: "png";
      readonly width: number;
      readonly height: number;
      readonly scale: number;
      readonly ground?: string;
    }
  | { readonly kind: "ico" }
);

const SIZES = [32, 180, 192, 512] as const;
const MAIL_LOGO = { width: 320, height: 80 };
/** Where browsers look without a link, and where the icons that come with the site are. */
const WELL_KNOWN: Readonly<Record<string, (files: NonNullable<DesignFiles["icon"]>) => string>> = {
  "/favicon.svg": ({ tab }) => tab,
  "/apple-touch-icon.png": ({ touch }) => touch,
  "/icons/icon-192.png": ({ at }) => at(192),
  "/icons/icon-512.png": ({ at }) => at(512),
  "/icons/maskable-512.png": ({ at }) => at("maskable"),
};
/** Of drawings and pictures of this site; nothing in them may load or run anything. */
const DRAWING_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

type Prepared = { readonly files: DesignFiles; readonly sources: ReadonlyMap<string, File> };
/** The content is one object until it changes. */
const known = new WeakMap<Design, Prepared>();
/** Also of previews, and of designs that cached pages still have. */
const MAX_ADDRESSES = 200;
const served = new LRUCache<string, File>({ max: MAX_ADDRESSES });

export const designFilesOf = (design: Design): DesignFiles => prepare(design).files;

function prepare(design: Design): Prepared {
  const found = known.get(design) ?? build(design);
  known.set(design, found);
  return found;
}

function build(design: Design): Prepared {
  const sources = new Map<string, File>();
  const add = (name: string, file: File): string => {
    const hash = createHash("sha256").update(JSON.stringify(file)).digest("hex").slice(0, 12);
    const address = `/design/${name}.${hash}.${file.kind}`;
    sources.set(address, file);
    served.set(address, file);
    return address;
  };
  const logo = logoOf(design, add);
  const drawing = design.icon || (isDefault(design.colors) ? "" : markOf(design));
  const icon = drawing ? iconOf(drawing, deriveTokens(design.colors).day.paper, add) : undefined;
  return { files: { ...(logo && { logo }), ...(icon && { icon }) }, sources };
}

type Add = (name: string, file: File) => string;
const isSvg = (drawing: string) => drawing.startsWith("<svg");

function logoOf({ logo, colors }: Design, add: Add): DesignFiles["logo"] {
  const { kind, light, dark } = logo;
  if (kind !== "drawing" || !light) return undefined;
  const { day, night } = deriveTokens(colors);
  const show = (name: string, drawing: string): LogoFile =>
    isSvg(drawing)
      ? { src: add(name, { kind: "svg", drawing }), ...sizeOfSvg(drawing) }
      : { src: drawing, ...pictureSize(drawing) };
  const lifted = isSvg(light) ? liftSvg(light, night.ink, night.paper) : light;
  return {
    light: show("logo", light),
    dark: show("logo-dark", dark || lifted),
    isPlated: !dark && !isSvg(light),
    mail: add("logo-mail", { kind: "png", drawing: light, ...MAIL_LOGO, scale: 1, ground: day.paper }),
  };
}

/** The address of an upload may be that of a smaller file; the name tells the size all the same. */
function pictureSize(address: string) {
  const { width = 512, height = 512 } = findSize(address.replace(/-\d+\.webp$/, ".webp")) ?? findSize(address) ?? {};
  return { width, height };
}

function iconOf(drawing: string, ground: string, add: Add): NonNullable<DesignFiles["icon"]> {
  const drawnAt = (name: string, size: number, scale: number) =>
    add(name, { kind: "png", drawing, width: size, height: size, scale, ...(size > 32 && { ground }) });
  const drawn = new Map<number | "maskable", string>(
    SIZES.map((size) => [size, drawnAt(`icon-${size}`, size, size > 32 ? 0.8 : 1)]),
  );
  // Launchers crop a maskable icon to the middle 80%.
  drawn.set("maskable", drawnAt("maskable-512", 512, 0.6));
  add("favicon", { kind: "ico", drawing });
  const at = (size: number | "maskable") => drawn.get(size) ?? "";
  return { tab: isSvg(drawing) ? add("icon", { kind: "svg", drawing }) : at(32), touch: at(180), at };
}

/** The plumb bob in the chosen colors, or a disc where the design has no bob. */
function markOf({ colors, motif }: Design): string {
  const { signal } = deriveTokens(colors).day;
  const shape = motif === "pendulum" ? '<path d="M16 2l9 11L16 30 7 13z"/>' : '<circle cx="16" cy="16" r="13"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512" fill="${signal}">${shape}</svg>`;
}

/** How mails look; undefined for the design that the site comes with, whose mails are plain. */
export function mailLookOf(
  { identity, design }: Pick<Content, "identity" | "design">,
  siteUrl: string,
): MailLook | undefined {
  const { logo } = designFilesOf(design);
  if (!logo && isDefault(design.colors)) return undefined;
  const { paper, ink, link } = deriveTokens(design.colors).day;
  return { name: identity.name, paper, ink, link, logo: logo && new URL(logo.mail, siteUrl).href };
}

type FindOptions = {
  readonly content: () => Content;
  readonly headers: Readonly<Record<string, string>>;
  readonly readPicture: (address: string) => Promise<Buffer | undefined>;
};

const MAX_FILES = 40;
const MAX_INPUT_PIXELS = 40_000_000;

/** Serves logo and icons of the stored design; undefined for every other address. */
export function createFindDesignFile({ content, headers, readPicture }: FindOptions) {
  const cache = new LRUCache<string, Promise<CachedResponse>>({ max: MAX_FILES });
  return (path: string): Promise<CachedResponse> | undefined => {
    const isHashed = path.startsWith("/design/");
    const wellKnown = WELL_KNOWN[path];
    if (!isHashed && !wellKnown && path !== "/favicon.ico") return undefined;
    const { files, sources } = prepare(content().design);
    const address = isHashed ? path : files.icon && (wellKnown?.(files.icon) ?? faviconIn(sources));
    const file = address ? (sources.get(address) ?? served.get(address)) : undefined;
    if (!address || !file) return undefined;
    const key = `${path} ${address}`;
    let response = cache.get(key);
    if (!response) {
      response = respond(file, isHashed, headers, readPicture);
      response.catch(() => cache.delete(key));
      cache.set(key, response);
    }
    return response;
  };
}

const faviconIn = (sources: Prepared["sources"]) => [...sources.keys()].find((address) => address.endsWith(".ico"));

const TYPES = { svg: "image/svg+xml", png: "image/png", ico: "image/x-icon" } as const;

async function respond(
  file: File,
  isHashed: boolean,
  headers: FindOptions["headers"],
  readPicture: FindOptions["readPicture"],
) {
  return createCachedResponse(
    200,
    {
      ...headers,
      "content-type": TYPES[file.kind],
      "content-security-policy": DRAWING_POLICY,
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    },
    await draw(file, readPicture),
  );
}

async function draw(file: File, readPicture: FindOptions["readPicture"]): Promise<Buffer> {
  if (file.kind === "svg") return Buffer.from(file.drawing);
  const source = isSvg(file.drawing) ? Buffer.from(file.drawing) : await readPicture(file.drawing);
  if (!source) throw new Error("The picture of the icon is gone");
  if (file.kind === "ico") return icoAround(await rasterize(source, { width: 32, height: 32, scale: 1 }));
  return rasterize(source, file);
}

type Raster = { readonly width: number; readonly height: number; readonly scale: number; readonly ground?: string };

async function rasterize(source: Buffer, { width, height, scale, ground }: Raster): Promise<Buffer> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const fit = { fit: "contain", background: clear } as const;
  const drawn = await sharp(source, { limitInputPixels: MAX_INPUT_PIXELS })
    .resize(Math.round(width * scale), Math.round(height * scale), fit)
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 4, background: ground ?? clear } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer();
}

/** An icon file with one PNG of 32 pixels in it. */
export function icoAround(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
