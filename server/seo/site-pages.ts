import { pictures } from "../../content/pictures.ts";
import { type Addressed, addressOf, hasSlug } from "../../domain/content/addresses.ts";
import { type CollectionName, collections, type Content } from "../../domain/content/collections.ts";
import { addressIn, lacksTexts, localeOf } from "../../domain/content/languages.ts";
import type { EditLink, Names, Page, PageHandle, PageSource, RouteFacts } from "../../domain/content/page-facts.ts";
import { widestPicture } from "../../domain/picture.ts";
import { lastChangeOf, POSTS_PER_PAGE } from "../../domain/posts/post.ts";
import { serverWords } from "../words.ts";
import { type Card, isDefaultLook } from "./cards/share-card.ts";

/** A route of the build with the facts that its module exports. */
export type RouteWithFacts = Pick<PageHandle, "shows"> & { readonly path: string; readonly facts: RouteFacts };

/** The pages of all routes, in the order of app/routes.ts; posts and tags are those of the source. */
export type ListPages = (source: Pick<PageSource, "content"> & Partial<PageSource>) => readonly Page[];

export type SitePages = {
  readonly list: ListPages;
  /** By path, whose last part may be `:key`. */
  readonly editLinks: (content: Content) => Readonly<Record<string, readonly EditLink[]>>;
};

/** Reads the facts of the routes: sitemaps, search, share cards and all other output for machines are made from them. */
export function createSitePages(routes: readonly RouteWithFacts[]): SitePages {
  const edits = routes.flatMap(({ path, facts: { edits: own, editsAt = {} } }) => [
    ...(own ? [[path.replace(/:\w+$/, ":key"), own] as const] : []),
    ...Object.entries(editsAt),
  ]);
  const list: ListPages = ({ content, posts = [], tags = [] }) => {
    const changed = lastChangeAmong(posts);
    const { names, abouts } = serverWords(content.language);
    const all = routes.flatMap(({ path, shows, facts: { page, pages } }) => [
      ...(page
        ? [{ path, ...(shows === "posts" && { modified: changed }), ...resolve(page, content, names, abouts) }]
        : []),
      ...(lacksTexts(content, path) ? [] : (pages?.({ content, posts, tags, names }) ?? [])).map(illustrated),
    ]);
    return content.missing.length > 0 ? all.filter((each) => !lacksTexts(content, each.path)) : all;
  };
  return {
    list,
    editLinks: (content) =>
      Object.fromEntries([
        ...edits,
        ...editsOfRenamed(content, Object.fromEntries(edits)),
        ...list({ content }).flatMap(({ path, edits: own }) => (own ? [[path, own]] : [])),
      ]),
  };
}

/** An entry whose address is not its key has the Edit links of its first address. */
function editsOfRenamed(content: Content, edits: Readonly<Record<string, readonly EditLink[]>>) {
  const names = (Object.keys(collections) as CollectionName[]).filter(hasSlug);
  return names.flatMap((name) =>
    (content[name] as readonly Addressed[]).flatMap((entry): [string, readonly EditLink[]][] => {
      const links = edits[addressOf(name, { id: entry.id })] ?? edits[addressOf(name, { id: ":key" })] ?? [];
      const own = links.map((link) => link.replace(":key", entry.id) as EditLink);
      return entry.slug ? [[addressOf(name, entry), own]] : [];
    }),
  );
}

/** A page of its own route: its texts and its picture are looked up by their names. */
function resolve(
  { texts: name, ...page }: NonNullable<RouteFacts["page"]>,
  content: Content,
  names: Names,
  abouts: Partial<Names>,
) {
  const [label, about] = [names[page.label], abouts[page.label]];
  const shown = illustrated({ ...page, label, ...(about && { about }) });
  if (!name) return shown;
  const { heading, lead, search, ...rest } = content[name];
  const { title, description } = search;
  return {
    ...shown,
    ...("updated" in rest && { modified: rest.updated }),
    found: { kind: "Page", title, text: description, body: `${description} ${lead}` } as const,
    card: { title: heading, section: label },
  };
}

function illustrated<Facts extends Pick<Page, "illustration">>({ illustration, ...page }: Facts) {
  return illustration ? { ...page, picture: pictures[illustration], isIllustrated: true } : page;
}

/** The last change among the posts on the first page of a list. */
function lastChangeAmong(posts: PageSource["posts"]): string | undefined {
  const newest = posts.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, POSTS_PER_PAGE);
  return newest.map(lastChangeOf).toSorted().at(-1);
}

export const findPage = (pages: readonly Page[], path: string) => pages.find((page) => page.path === path);

/** The share card of a page: its own, or that of the home page. */
export function cardOf(page: Page | undefined, pages: readonly Page[], content: Content): Card {
  const { identity, design } = content;
  const { path = "/", card, picture } = page?.card ? page : (findPage(pages, "/") ?? {});
  const whole = page?.search?.card;
  return {
    siteName: identity.name,
    path: addressIn({ locale: localeOf(content), path }),
    title: card?.title ?? identity.tagline,
    section: card?.section ?? "",
    picture: whole ?? (picture ? widestPicture(picture) : ""),
    ...(whole ? { isWhole: true } : picture?.focus && { focus: picture.focus }),
    ...(!isDefaultLook(design) && { look: design }),
  };
}
