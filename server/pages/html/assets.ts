import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStylesheet, type Stylesheet } from "./critical-css.ts";

/** The built client's files that the page pipeline needs, by URL. */
export type Assets = {
  readonly stylesheets: ReadonlyMap<string, Stylesheet>;
  /** Modules small enough to be fetched a little later. Without the entry, which runs when it is imported. */
  readonly smallModules: ReadonlySet<string>;
};

export const NO_ASSETS: Assets = {
  stylesheets: new Map(),
  smallModules: new Set(),
};

const MAX_SMALL_MODULE_BYTES = 30_000;
const HEADLINE_FONT = /font-family:Headline;src:url\(([^()]+)\)/;
const BODY_FONT = /font-family:Body;src:url\(([^()]+)\)/;
const MODULE = /^(?!entry\.).*\.js$/;

/** Reads the files at startup, because a later build removes them. */
export function readAssets(clientFolder: string): Assets {
  const files = readdirSync(join(clientFolder, "assets")).map((name) => {
    return { name, address: `/assets/${name}`, text: readFileSync(join(clientFolder, "assets", name), "utf8") };
  });
  const stylesheets = files.filter(({ name }) => name.endsWith(".css"));
  const modules = files.filter(({ name, text }) => MODULE.test(name) && text.length < MAX_SMALL_MODULE_BYTES);
  return {
    stylesheets: new Map(stylesheets.map(({ address, text }) => [address, parseStylesheet(text)])),
    smallModules: new Set(modules.map(({ address }) => address)),
  };
}

type Fonts = { readonly headline: string | undefined; readonly body: string | undefined };

/** URLs of the headline and body fonts: the first @font-face of a family is the subset for the site's own texts (fonts.css). */
export function fontsIn(styles: string): Fonts {
  return { headline: HEADLINE_FONT.exec(styles)?.[1], body: BODY_FONT.exec(styles)?.[1] };
}
