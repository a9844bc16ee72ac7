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
export function pageMeta({ loaderData, matches }: PageMetaArgs) {
  return searchMeta(matches, loaderData.texts.search);
}

/** The meta of a page that search engines leave out. Its handle has its title. */
export function noindexMeta({ matches }: { matches: Matches }) {
  const { title = "" } = (matches.at(-1)?.handle as { title?: string } | undefined) ?? {};
  return [{ title: pageTitle(matches, title) }, { name: "robots", content: "noindex" }];
}

export function siteName([root]: Matches): string {
  return (root?.loaderData as { site?: { name: string } } | undefined)?.site?.name ?? "";
}
