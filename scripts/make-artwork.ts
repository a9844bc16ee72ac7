import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp, { type AvifOptions, type WebpOptions } from "sharp";
import { plainWidths } from "../domain/picture.ts";
import { icoAround } from "../server/design/design-files.ts";

const root = join(import.meta.dirname, "..");
const masters = join(root, "artwork/masters");
const art = join(root, "public/art");

type Encoding = {
  readonly widths: readonly number[];
  readonly avif: AvifOptions;
  readonly webp: WebpOptions;
};

// Ten bits avoid banding in long gradients, and full chroma keeps vermilion edges sharp.
const render = {
  avif: { quality: 62, effort: 3, chromaSubsampling: "4:4:4", bitdepth: 10 },
  webp: { quality: 72, effort: 4, smartSubsample: true },
} as const;

// What a phone shows first: many times the time for the last percents.
const first = { ...render, avif: { ...render.avif, effort: 6 } };

// Dark pictures are small, so effort 2 suffices: a fifth more bytes in a tenth of the time.
const dark = { ...render, avif: { ...render.avif, quality: 60, effort: 2 } };

const screen = {
  avif: { quality: 60, effort: 3, chromaSubsampling: "4:4:4" },
  webp: { quality: 76, effort: 4, smartSubsample: true, preset: "text" },
} as const;

/** The first pattern that matches a master's name applies. */
const encodings: readonly (readonly [RegExp, Encoding])[] = [
  // Metal without a backdrop: no long gradients.
  [/^bob-night$/, { widths: [252, 740], ...first, avif: { ...first.avif, quality: 50 } }],
  [/^bob$/, { widths: [302, 724], ...first, avif: { ...first.avif, quality: 54 } }],
  [/^screen-.*-narrow$/, { widths: [480, 800], ...screen }],
  [/^screen-(oakmere-product|tallis-account|harrow-day)$/, { widths: [640, 1000, 1600, 2240], ...screen }],
  [/^screen-/, { widths: [360, 640], ...screen }],
  [/-tall-night$/, { widths: [780, 960, 1440], ...dark }],
  [/-wide-night$/, { widths: [800, 1200, 1800, 2880], ...dark }],
  [/-night-wide$/, { widths: [1600, 2880], ...dark }],
  [/-night$/, { widths: [800, 1800, 2880], ...dark }],
  [/-wide$/, { widths: [800, 1200, 1800, 2880], ...render }],
  // Above the fold on phones: 780 pixels fit a viewport of 360 points at a pixel ratio of two.
  [/-tall$/, { widths: [780, 960, 1440], ...first, avif: { ...first.avif, quality: 50 } }],
  [/./, { widths: [480, 800, 1200, 1800, 2880], ...render }],
];

/** The largest files are for dense screens, where a pixel is too small for its noise to be seen; small ones for phones. */
function tune(avif: AvifOptions, width: number): AvifOptions {
  if (width === 2880) return { ...avif, quality: 50, effort: 2 };
  return width <= 800 && avif.bitdepth && avif.effort !== 6 ? { ...avif, quality: 55, effort: 3 } : avif;
}

type Master = Encoding & { readonly name: string; readonly bytes: Buffer };
type Job = Master & { readonly stem: string; readonly night?: Master };

async function readMaster(name: string): Promise<Master> {
  const encoding = encodings.find(([pattern]) => pattern.test(name))?.[1];
  if (!encoding) throw new Error(`No encoding for ${name}`);
  return { ...encoding, name, bytes: await readFile(join(masters, `${name}.webp`)) };
}

/** A picture and its night version share a hash, so that their addresses differ in one word only. */
async function jobFor(name: string, names: readonly string[]): Promise<Job> {
  const master = await readMaster(name);
  const night = names.includes(`${name}-night`) ? await readMaster(`${name}-night`) : undefined;
  const hash = createHash("sha256");
  for (const { bytes, widths, avif, webp } of night ? [master, night] : [master]) {
    hash.update(bytes).update(JSON.stringify({ widths, avif, webp }));
  }
  return { ...master, stem: `${name}.${hash.digest("hex").slice(0, 6)}`, night };
}

async function entryFor({ name, bytes, stem, widths, night }: Job): Promise<string> {
  const master = await sharp(bytes).metadata();
  const width = Math.max(...widths);
  const height = Math.round((width * master.height) / master.width);
  const key = /^\w+$/.test(name) ? name : `"${name}"`;
  const lines = [`src: "/art/${stem}"`, `width: ${width}`, `height: ${height}`];
  lines.push(`widths: [${widths.join(", ")}]`);
  if (night) lines.push(`night: [${night.widths.join(", ")}]`);
  return `  ${key}: {\n${lines.map((line) => `    ${line},\n`).join("")}  },\n`;
}

async function writeList(jobs: readonly Job[]): Promise<void> {
  const entries = await Promise.all(jobs.map(entryFor));
  const head = "// Made by scripts/make-artwork.ts; do not edit.\n";
  const text = `${head}export const pictures = {\n${entries.join("")}} as const;\n`;
  await writeFile(join(root, "content/pictures.ts"), text);
}

async function encode(jobs: readonly Job[]): Promise<void> {
  await mkdir(art, { recursive: true });
  const present = new Set(await readdir(art));
  const wanted = new Set<string>();
  const masterFiles = jobs.flatMap(({ night, stem, ...day }) => [
    { ...day, stem, formats: ["avif", "webp"] as const },
    // Browsers without AVIF show the picture by day.
    ...(night ? [{ ...night, stem: `${stem}-night`, formats: ["avif"] as const }] : []),
  ]);
  for (const { bytes, stem, formats, widths, avif, webp } of masterFiles) {
    for (const width of widths) {
      for (const format of formats) {
        if (format === "webp" && !plainWidths(widths).includes(width)) continue;
        const file = `${stem}-${width}.${format}`;
        wanted.add(file);
        if (present.has(file)) continue;
        const sized = sharp(bytes).resize({ width });
        const data = await (format === "avif" ? sized.avif(tune(avif, width)) : sized.webp(webp)).toBuffer();
        await writeFile(join(art, file), data);
        console.log(`${file}  ${(data.length / 1024).toFixed(1)} KB`);
      }
    }
  }
  for (const file of present) if (!wanted.has(file)) await rm(join(art, file));
}

type Icon = { readonly size: number; readonly bob: number; readonly line: number };

const ink = "#0c1a20";
const paper = "#f5f0e6";
const vermilion = "#e5391b";

/** The logo in a 32 × 32 view box: a line from the top edge, and a plumb bob of length `bob`. */
function mark({ size, bob, line }: Icon, ground: string): string {
  const top = 18.5 - bob / 2;
  const half = (bob * 7) / 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">`,
    ground,
    `<path class="line" stroke="${ink}" stroke-width="${line}" d="M16 0v${top + bob / 4}"/>`,
    `<path fill="${vermilion}" d="M16 ${top}l${half} ${bob / 3}L16 ${top + bob} ${16 - half} ${top + bob / 3}z"/>`,
    "</svg>",
  ].join("");
}

function draw(icon: Icon): Promise<Buffer> {
  const svg = mark(icon, `<path fill="${paper}" d="M0 0h32v32H0z"/>`);
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

const inPublic = (path: string) => join(root, "public", path);

async function drawIcons(): Promise<void> {
  const tab = { size: 32, bob: 24, line: 2 };
  const nightLine = `<style>@media(prefers-color-scheme:dark){.line{stroke:${paper}}}</style>`;
  await mkdir(inPublic("icons"), { recursive: true });
  await writeFile(inPublic("favicon.svg"), mark(tab, nightLine));
  // An .ico cannot adapt to a dark tab bar, so it has a background of its own.
  await writeFile(inPublic("favicon.ico"), icoAround(await draw(tab)));
  await writeFile(inPublic("icons/icon-192.png"), await draw({ size: 192, bob: 18, line: 0.67 }));
  await writeFile(inPublic("icons/icon-512.png"), await draw({ size: 512, bob: 18, line: 0.625 }));
  // Launchers crop a maskable icon to the middle 80%.
  await writeFile(inPublic("icons/maskable-512.png"), await draw({ size: 512, bob: 15, line: 0.625 }));
  await writeFile(inPublic("apple-touch-icon.png"), await draw({ size: 180, bob: 17, line: 0.72 }));
}

const names = (await readdir(masters)).map((file) => basename(file, ".webp")).toSorted();
const jobs = await Promise.all(names.filter((name) => !name.endsWith("-night")).map((name) => jobFor(name, names)));
await writeList(jobs);
await drawIcons();
await encode(jobs);
