import type { Content, Entry } from "../../domain/content/collections.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { searchScore, searchWords } from "../../domain/search-match.ts";
import type { SearchResult } from "../../domain/search-result.ts";
import type { Posts } from "../posts/posts.ts";

export type Search = (query: string) => Promise<readonly SearchResult[]>;

type Searchable = SearchResult & { readonly body: string };

const MAX_RESULTS = 20;

/** Searches services, work and pages in memory, and posts through `Posts`. */
export function createSearch(posts: Posts, content: Content): Search {
  return async (query) => {
    const words = searchWords(query);
    if (words.length === 0) return [];
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

function fromService(service: Entry<"services">): Searchable {
  const { id, title, description, lead, approach, benefits } = service;
  const body = [description, lead, ...approach, ...benefits].join(" ");
  return { kind: "Service", title, text: description, to: `/services/${id}`, body };
}

function fromCaseStudy(study: Entry<"case-studies">): Searchable {
  const { id, title, client, sector, description, overview, challenge, solution, technologies } = study;
  const body = [client, sector, description, overview, ...challenge, ...solution, ...technologies].join(" ");
  return { kind: "Work", title, text: `${client}. ${description}`, to: `/work/${id}`, body };
}

function fromPost({ slug, title, excerpt }: PostSummary): SearchResult {
  return { kind: "Post", title, text: excerpt, to: `/blog/${slug}` };
}

const PAGES = ["services", "work", "blog", "about", "contact", "careers"] as const;

function fromPages(content: Content): Searchable[] {
  return [
    ...PAGES.map((path) => fromPage(`/${path}`, content[`page-${path}`])),
    fromPage("/privacy", content.privacy),
    fromPage("/terms", content.terms),
  ];
}

function fromPage(to: string, { search: { title, description }, lead }: Content["page-blog"]): Searchable {
  return { kind: "Page", title, text: description, to, body: `${description} ${lead}` };
}
