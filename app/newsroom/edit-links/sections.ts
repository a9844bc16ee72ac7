import type { EditLink } from "../../../domain/content/page-facts.ts";

/** By path, whose last part may be `:key`; the server makes it from the facts of the routes. */
export type EditLinks = Readonly<Record<string, readonly EditLink[]>>;

let loaded: Promise<EditLinks> | undefined;

/** Requested once, and again after a failure; without them nothing can be edited from the page. */
export function loadEditLinks(): Promise<EditLinks> {
  loaded ??= readEditLinks();
  return loaded;
}

async function readEditLinks(): Promise<EditLinks> {
  try {
    const response = await fetch(`${prefixOfPage(location.pathname)}/edit-links.json`);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return await response.json();
  } catch (error) {
    console.error("The Edit links could not be loaded", error);
    loaded = undefined;
    return {};
  }
}

/** The prefix of the page's language, such as /de; empty in the first language. No other address begins with a tag. */
function prefixOfPage(pathname: string): string {
  const prefix = `/${document.documentElement.lang.toLowerCase()}`;
  return pathname === prefix || pathname.startsWith(`${prefix}/`) ? prefix : "";
}

/** The sections of the page at a path and the screens that edit them. */
export function findSections(links: EditLinks, address: string) {
  const prefix = prefixOfPage(address);
  const pathname = address.slice(prefix.length) || "/";
  const language = prefix && `?language=${document.documentElement.lang}`;
  const slash = pathname.lastIndexOf("/");
  const key = pathname.slice(slash + 1);
  return (links[pathname] ?? links[`${pathname.slice(0, slash)}/:key`] ?? []).map(readLink).flatMap((link) => {
    const to = link.screen.startsWith("/") ? link.screen : `/newsroom/site/${link.screen}${language}`;
    return [...document.querySelectorAll(link.selector)].map((section) => {
      const id = section.getAttribute("aria-labelledby") ?? "";
      return { section, to: to.replace(":key", key).replace(":id", id) };
    });
  });
}

/** The first section of a page that shows entries of a collection. */
export function findSection(links: EditLinks, page: Document, collection: string): Element | undefined {
  if (collection === "footer") return page.querySelector(".footer") ?? undefined;
  return Object.values(links)
    .flat()
    .map(readLink)
    .filter(({ screen }) => screen.split("/")[0] === collection)
    .flatMap(({ selector }) => page.querySelector(selector) ?? [])[0];
}

function readLink(link: EditLink) {
  const [screen = "", ...rest] = link.split(" ");
  const places = rest.length > 0 ? rest.join(" ").split(", ") : [screen];
  const selector = places
    .map((place) => (place.startsWith(".") ? place : `section[aria-labelledby="${place}"]`))
    .join(", ");
  return { screen, selector };
}
