import type { collections } from "../../../domain/content/collections.ts";

type Screen =
  | `/newsroom/site/${keyof typeof collections}${"" | "/main" | "/:key" | "/:id"}`
  | "/newsroom/posts"
  | "/blog/:key/edit";
/** A section, by the id of its heading or by a selector, and the newsroom's screen that edits it. */
type Editable = readonly [section: string, screen: Screen];

const head = (screen: Screen): Editable => [".page-head", screen];
const testimonials: Editable = ["testimonials", "/newsroom/site/testimonials"];
const service: readonly Editable[] = [
  ["help", "/newsroom/site/page-service/main"],
  ["offers", "/newsroom/site/service-details"],
  ["process", "/newsroom/site/phases"],
  ["closing", "/newsroom/site/page-service/main"],
];

/** By path. `:key` is the last part of the path, `:id` the id of the section's heading. */
const EDITABLE: Readonly<Record<string, readonly Editable[]>> = {
  "/": [
    [".home-hero", "/newsroom/site/page-home/main"],
    ["services", "/newsroom/site/services"],
    ["work", "/newsroom/site/case-studies"],
    ["why", "/newsroom/site/pillars"],
    testimonials,
    ["insights", "/newsroom/posts"],
    ["closing", "/newsroom/site/closing/main"],
  ],
  "/services": [
    head("/newsroom/site/page-services/main"),
    ["list", "/newsroom/site/services"],
    ["approach", "/newsroom/site/approach"],
    testimonials,
    ["closing", "/newsroom/site/page-services/main"],
  ],
  "/services/strategy": [head("/newsroom/site/page-strategy/main"), ...service],
  "/services/:key": [head("/newsroom/site/services/:key"), ...service],
  "/work": [
    head("/newsroom/site/page-work/main"),
    [".poster-case", "/newsroom/site/case-studies/:id"],
    ["services", "/newsroom/site/services"],
    ["closing", "/newsroom/site/page-work/main"],
  ],
  "/work/:key": [".case-head", "overview", "results", "challenge", "solution"].map(
    (section) => [section, "/newsroom/site/case-studies/:key"] as const,
  ),
  "/blog": [head("/newsroom/site/page-blog/main")],
  "/blog/:key": [[".post-head", "/blog/:key/edit"]],
  "/authors/:key": [head("/newsroom/site/authors/:key")],
  "/about": [
    [".hero", "/newsroom/site/page-about/main"],
    ["story", "/newsroom/site/page-about/main"],
    ["values", "/newsroom/site/values"],
    ["leaders", "/newsroom/site/leaders"],
    ["stats", "/newsroom/site/figures/main"],
    ["closing", "/newsroom/site/page-about/main"],
  ],
  "/careers": [
    [".hero", "/newsroom/site/page-careers/main"],
    ["positions", "/newsroom/site/jobs"],
    ["benefits", "/newsroom/site/benefits"],
  ],
  "/contact": [head("/newsroom/site/page-contact/main"), [".contact > .grid-right", "/newsroom/site/contact/main"]],
  "/privacy": [head("/newsroom/site/privacy/main")],
  "/terms": [head("/newsroom/site/terms/main")],
  "/sitemap": [head("/newsroom/site/page-sitemap/main")],
};

/** The sections of the page at a path and the screens that edit them. */
export function findSections(pathname: string) {
  const slash = pathname.lastIndexOf("/");
  const parent = pathname.slice(0, slash);
  const key = pathname.slice(slash + 1);
  return (EDITABLE[pathname] ?? EDITABLE[`${parent}/:key`] ?? []).flatMap(([place, screen]) => {
    return [...document.querySelectorAll(selectorOf(place))].map((section) => {
      const id = section.getAttribute("aria-labelledby") ?? "";
      return { section, to: screen.replace(":key", key).replace(":id", id) };
    });
  });
}

/** The first section of a page that shows entries of a collection. */
export function findSection(page: Document, collection: string): Element | undefined {
  if (collection === "footer") return page.querySelector(".footer") ?? undefined;
  return Object.values(EDITABLE)
    .flat()
    .filter(([, screen]) => screen.split("/")[3] === collection)
    .flatMap(([place]) => page.querySelector(selectorOf(place)) ?? [])[0];
}

const selectorOf = (place: string) => (place.startsWith(".") ? place : `section[aria-labelledby="${place}"]`);
