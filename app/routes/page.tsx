import { pictures } from "../../content/pictures.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import type { MarkdownBlock, Page, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { plainText } from "../../domain/content/rich-text.ts";
import { pick } from "../../domain/pick.ts";
import { prepareArticle, reservedIds } from "../../domain/posts/article.ts";
import { addPictureSources } from "../../domain/posts/picture-sources.ts";
import { type ArticleWords, articleWords } from "../../domain/posts/words.ts";
import { loadWords } from "../../domain/words.ts";
import { type Site, siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { posterOf } from "../ui/sections/case-study-poster.tsx";
import { type PageSection, PageSections } from "../ui/sections/page-sections.tsx";
import { uiWords } from "../ui/words.ts";
import type { Route } from "./+types/page";

type OwnPage = Entry<"pages">;
type Section = OwnPage["sections"][number];

export const handle = { shows: "posts" } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content }) => content.pages.map((page) => factsOf(page, content)),
};

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? searchMeta(matches, loaderData.search) : [];
}

/** The root's error boundary shows that there is no such page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const path = `/${params["*"]}`;
  const page = site.content.pages.find((each) => each.path === path);
  if (!page) {
    const { missing, home } = await loadWords(uiWords, site.language);
    throw notFound({ title: missing.title, text: missing.text, action: home, to: "/" });
  }
  const ids = reservedIds();
  page.sections.forEach((_, index) => ids.set(idOf(index), 1));
  const most = Math.max(0, ...page.sections.map((each) => (each.kind === "posts" ? each.most : 0)));
  const posts = most > 0 ? await site.posts.latest(most) : [];
  const words = await loadWords(articleWords, site.language);
  const sections = page.sections.map((section, index): PageSection => {
    const id = idOf(index);
    return { ...fill(section, { site, posts, ids, words }), id };
  });
  return {
    title: page.title,
    search: { title: page.search?.title ?? page.title, description: textsOf(page).about },
    sections: sections.filter((section) => !isEmpty(section)),
  };
}

export default function OwnPageRoute({ loaderData }: Route.ComponentProps) {
  return <PageSections {...loaderData} />;
}

const idOf = (index: number) => `section-${index + 1}`;

type Shown = {
  site: Pick<Site, "content" | "backend">;
  posts: Awaited<ReturnType<Site["posts"]["latest"]>>;
  ids: ReturnType<typeof reservedIds>;
  words: ArticleWords;
};

function fill(section: Section, { site: { content, backend }, posts, ids, words }: Shown) {
  switch (section.kind) {
    case "text": {
      const { html } = prepareArticle(section.text, backend, ids, words);
      return { ...section, text: "", html: addPictureSources(html, Object.values(pictures)) };
    }
    case "services":
      return {
        ...section,
        services: content.services
          .slice(0, section.most)
          .map((service) => pick(service, "id", "title", "description", "image", "tint")),
      };
    case "cases":
      return { ...section, studies: content["case-studies"].slice(0, section.most).map(posterOf) };
    case "quotes":
      return { ...section, testimonials: content.testimonials.slice(0, section.most) };
    case "posts":
      return { ...section, posts: posts.slice(0, section.most) };
    case "closing":
      return { ...section, night: { ...pictures["closing-cairn-night-wide"], alt: "" } };
    default:
      return section;
  }
}

/** A heading with nothing below it is left out. */
const isEmpty = (section: PageSection) =>
  (section.kind === "posts" && section.posts.length === 0) ||
  (section.kind === "cases" && section.studies.length === 0) ||
  (section.kind === "quotes" && section.testimonials.length === 0) ||
  (section.kind === "text" && !section.html.trim());

function factsOf(page: OwnPage, content: Content): Page {
  const { id, title, path, group, search, sections } = page;
  const { markdown, about, body } = textsOf(page);
  const image = sections.flatMap((each) =>
    "image" in each && !("look" in each && each.look === "words") ? each.image : [],
  )[0];
  const parent = content.pages
    .filter((other) => path.startsWith(`${other.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  return {
    path,
    label: title,
    ...(parent && { parent: parent.path }),
    sitemap: group,
    found: { kind: "Page", title, text: about, body },
    ...(image ? { picture: image } : { illustration: "post-cairn" }),
    card: { title, section: "" },
    search,
    about,
    markdown,
    edits: [`pages/${id} .page-head, ${sections.map((_, index) => idOf(index)).join(", ")}`],
  };
}

function markdownOf(section: Section): MarkdownBlock[] {
  const heading = "title" in section && section.title && section.kind !== "opening" ? [{ heading: section.title }] : [];
  const intro = "intro" in section && section.intro ? [section.intro] : [];
  switch (section.kind) {
    case "opening":
      return [section.lead];
    case "text":
      return [...heading, { unsafeHtml: section.text }];
    case "figures":
      return [...heading, ...intro, { list: section.figures.map(({ figure, label }) => `${figure} ${label}`) }];
    case "steps":
      return [...heading, ...intro, { list: section.steps.map(({ title, text }) => `${title}: ${text}`) }];
    case "closing":
      return [...heading, section.text];
    default:
      return [...heading, ...intro];
  }
}

const isHeading = (block: MarkdownBlock | undefined) => typeof block === "object" && "heading" in block;

function textOf(block: MarkdownBlock): string {
  if (typeof block === "string") return block;
  if ("heading" in block) return block.heading;
  if ("list" in block) return block.list.join(" ");
  return "unsafeHtml" in block ? plainText(block.unsafeHtml) : "";
}

const MAX_DESCRIPTION_LENGTH = 160;
const known = new WeakMap<OwnPage, ReturnType<typeof readTexts>>();

/** Read once: all pages are listed for each page that is rendered. */
function textsOf(page: OwnPage) {
  const texts = known.get(page) ?? readTexts(page);
  known.set(page, texts);
  return texts;
}

/** Its Markdown, its words, and its summary for search engines: the one that an admin wrote, or its first words. */
function readTexts({ title, search, sections }: OwnPage) {
  const markdown = sections.flatMap(markdownOf);
  const words = markdown.map(textOf);
  const first = words.find((text, index) => text && !isHeading(markdown[index])) ?? title;
  const summary =
    first.length > MAX_DESCRIPTION_LENGTH ? `${first.slice(0, MAX_DESCRIPTION_LENGTH - 1).trimEnd()}…` : first;
  return { markdown, about: search?.description ?? summary, body: words.join(" ") };
}
