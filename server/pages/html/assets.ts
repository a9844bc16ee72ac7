import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStylesheet, type Stylesheet } from "./critical-css.ts";

/** What pages have to know of the built client's files, which are named by their addresses. */
export type Assets = {
  readonly sheets: ReadonlyMap<string, Stylesheet>;
  /** So small that nothing is lost if they are asked for a little later. Not the entry: it begins when it is imported. */
  readonly smallModules: ReadonlySet<string>;
  /** The files of the typefaces for headlines and text. */
  readonly faces: { readonly headlines: string | undefined; readonly text: string | undefined };
};

export const NO_ASSETS: Assets = {
  sheets: new Map(),
  smallModules: new Set(),
  faces: { headlines: undefined, text: undefined },
};

const SMALL_BYTES = 20_000;
const HEADLINES = /font-family:Bricolage;src:url\(([^()]+)\)/;
const TEXT = /font-family:Instrument;src:url\(([^()]+)\)/;
const MODULE = /^(?!entry\.).*\.js$/;

/** Read at the start: a build that is made meanwhile takes the old files away. */
export function readAssets(clientFolder: string): Assets {
  const files = readdirSync(join(clientFolder, "assets")).map((name) => {
    return { name, address: `/assets/${name}`, text: readFileSync(join(clientFolder, "assets", name), "utf8") };
  });
  const sheets = files.filter(({ name }) => name.endsWith(".css"));
  const modules = files.filter(({ name, text }) => MODULE.test(name) && text.length < SMALL_BYTES);
  const styles = sheets.map(({ text }) => text).join("");
  return {
    sheets: new Map(sheets.map(({ address, text }) => [address, parseStylesheet(text)])),
    smallModules: new Set(modules.map(({ address }) => address)),
    // The first file that a family names has what the site's own texts need (faces.css).
    faces: { headlines: HEADLINES.exec(styles)?.[1], text: TEXT.exec(styles)?.[1] },
  };
}
