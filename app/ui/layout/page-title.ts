type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[];

/** The title of a page with the site's name, which the root loader provides. */
export function pageTitle(matches: Matches, title: string): string {
  return [title, siteName(matches)].filter(Boolean).join(" | ");
}

/** The title and the description for search engines. */
export function searchMeta(matches: Matches, { title, description }: { title: string; description: string }) {
  return [{ title: pageTitle(matches, title) }, { name: "description", content: description }];
}

/** The title of a page that search engines leave out. */
export function noindexMeta(matches: Matches, title: string) {
  return [{ title: pageTitle(matches, title) }, { name: "robots", content: "noindex" }];
}

export function siteName(matches: Matches): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { site: { name: string } } | undefined;
  return root?.site.name ?? "";
}
