import { words as en } from "../messages/en.ts";

type Matches = readonly ({ readonly loaderData?: unknown; readonly handle?: unknown } | undefined)[];
type SearchTexts = { readonly title: string; readonly description: string };

/** The title of a page with the site's name, which the root loader provides. */
export function pageTitle(matches: Matches, title: string): string {
  return [title, siteName(matches)].filter(Boolean).join(" | ");
}

/** The title and the description for search engines. */
export function searchMeta(matches: Matches, { title, description }: SearchTexts) {
  return [{ title: pageTitle(matches, title) }, { name: "description", content: description }];
}

type PageMetaArgs = { loaderData: { texts: { search: SearchTexts } }; matches: Matches };

/** The meta of a page whose loader returns its texts. */
export const pageMeta = ({ loaderData, matches }: PageMetaArgs) => searchMeta(matches, loaderData.texts.search);

type Titles = Readonly<Record<string, string>>;
type Screen = { readonly title?: string; readonly screen?: string; readonly titles?: Titles };

/**
 * The meta of a page that search engines leave out. Its loader has its title, or its handle. For those of the newsroom
 * the root loader or a layout has the titles in languages other than English.
 */
export function noindexMeta({ matches }: { matches: Matches }) {
  const page = matches.at(-1);
  const { title = "", screen = "" }: Screen = { ...(page?.handle as Screen), ...(page?.loaderData as Screen) };
  const titles = matches.map((match) => (match?.loaderData as Screen | undefined)?.titles).find(Boolean);
  return [{ title: pageTitle(matches, titles?.[screen] ?? title) }, { name: "robots", content: "noindex" }];
}

/** "page 2". The root loader has the words of languages other than English, because meta cannot wait for them. */
export function numberedPage([root]: Matches, number: number): string {
  const { pageWords } = (root?.loaderData ?? {}) as { pageWords?: string };
  return pageWords?.replace("{number}", String(number)) ?? en.pagination.page(number);
}

export function siteName([root]: Matches): string {
  return (root?.loaderData as { site?: { name: string } } | undefined)?.site?.name ?? "";
}
