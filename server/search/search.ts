import { pagePictures } from "../../content/page-pictures.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { searchScore, searchWords } from "../../domain/search-match.ts";
import type { SearchResult } from "../../domain/search-result.ts";
import type { Posts } from "../posts/posts.ts";

/** Without words it suggests where to begin. */
export type Search = (query: string) => Promise<readonly SearchResult[]>;

type Searchable = SearchResult & { readonly body: string };

const MAX_RESULTS = 20;

/** Searches services, work and pages in memory, and posts through `Posts`. */
export function createSearch(posts: Posts, content: Content): Search {
  return async (query) => {
    const words = searchWords(query);
    if (words.length === 0) return suggest(posts, content);
    const matchingPosts = await posts.search(words, MAX_RESULTS);
    const shown = [
      ...content.services.map(fromService),
      ...content["case-studies"].map(fromCaseStudy),
      ...fromPages(content),
    ];
    const candidates = [
      ...shown.map(({ body, ...found }) => ({
        found,
        score: searchScore(words, { title: found.title, text: body }),
      })),
      ...matchingPosts.map(({ post, score }) => ({ found: fromPost(post), score })),
    ];
    return candidates
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ found }) => found);
  };
}

/** One of each kind. */
async function suggest(posts: Posts, content: Content): Promise<readonly SearchResult[]> {
  const latest = await posts.latest(1);
  const shown = [
    ...content.services.slice(0, 1).map(fromService),
    ...content["case-studies"].slice(0, 1).map(fromCaseStudy),
    fromPage("contact", content["page-contact"]),
  ];
  return [...latest.map(fromPost), ...shown.map(({ body: _, ...found }) => found)];
}

function fromService(service: Entry<"services">): Searchable {
  const { id, title, description, lead, approach, benefits, image } = service;
  const body = [description, lead, ...approach, ...benefits].join(" ");
  return { kind: "Service", title, text: description, to: `/services/${id}`, image, body };
}

function fromCaseStudy(study: Entry<"case-studies">): Searchable {
  const { id, title, client, sector, description, overview, challenge, solution, technologies, image } = study;
  const body = [client, sector, description, overview, ...challenge, ...solution, ...technologies].join(" ");
  return { kind: "Work", title, text: `${client}. ${description}`, to: `/work/${id}`, image, body };
}

function fromPost({ slug, title, excerpt, image }: PostSummary): SearchResult {
  return { kind: "Post", title, text: excerpt, to: `/blog/${slug}`, image };
}

const PAGES = ["services", "work", "blog", "about", "contact", "careers"] as const;

function fromPages(content: Content): Searchable[] {
  return [
    ...PAGES.map((path) => fromPage(path, content[`page-${path}`])),
    fromPage("privacy", content.privacy),
    fromPage("terms", content.terms),
  ];
}

function fromPage(
  path: keyof typeof pagePictures,
  { search: { title, description }, lead }: Content["page-blog"],
): Searchable {
  const image = { ...pagePictures[path], alt: "" };
  return { kind: "Page", title, text: description, to: `/${path}`, image, body: `${description} ${lead}` };
}
