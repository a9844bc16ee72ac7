import { type Colors, deriveTokens, isDefault } from "./tokens.ts";

/** The part of a design that is a matter of style. */
export type Style = { readonly colors: Colors; readonly motif: string; readonly pictures: string };

/** The classes of the document's root element; tokens.css and design.css have their rules. Undefined by default. */
export function designClass({ colors, motif, pictures }: Style): string | undefined {
  const classes = [
    !isDefault(colors) && "designed",
    motif !== "pendulum" && `motif-${motif}`,
    pictures === "edge" && "edged",
  ];
  return classes.filter(Boolean).join(" ") || undefined;
}

/** The chosen colors and the computed exceptions, in a layer after those of the stylesheets. Paper has colors of its own. */
export function colorCss(colors: Colors): string {
  const carried = Object.entries(deriveTokens(colors).carried).map(([name, value]) => `--${name}:${value}`);
  return carried.length > 0 ? `@layer design{@media screen{.designed{${carried.join(";")}}}}` : "";
}

/** All tokens, for a page that may carry other colors already: the newsroom's preview. */
export function liveColorCss(colors: Colors): string {
  const { day, night } = deriveTokens(colors);
  const tokens = (Object.keys(day) as (keyof typeof day)[]).map(
    (name) => `--${name}:light-dark(${day[name]},${night[name]})`,
  );
  return `@layer design{:root{${tokens.join(";")}}}`;
}
