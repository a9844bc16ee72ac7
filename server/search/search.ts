import { caseStudies } from "../../content/case-studies.ts";
import { aboutPage } from "../../content/pages/about.ts";
import { blogPage } from "../../content/pages/blog.ts";
import { careersPage } from "../../content/pages/careers.ts";
import { contactPage } from "../../content/pages/contact.ts";
import { privacyPage } from "../../content/pages/privacy.ts";
import { servicesPage } from "../../content/pages/services.ts";
import { termsPage } from "../../content/pages/terms.ts";
import { workPage } from "../../content/pages/work.ts";
import { services } from "../../content/services.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { searchScore, searchWords } from "../../domain/search-match.ts";
import type { SearchResult } from "../../domain/search-result.ts";
import type { Posts } from "../posts/posts.ts";

export type Search = (query: string) => Promise<readonly SearchResult[]>;

type Searchable = SearchResult & { readonly body: string };

const MAX_RESULTS = 20;

/** Searches services, work and pages in memory, and posts through `Posts`. */
export function createSearch(): (posts: Posts) => Search {
  const shipped: readonly Searchable[] = [
    ...services.map(fromService),
    ...caseStudies.map(fromCaseStudy),
    ...fromPages(),
  ];
  return (posts) => async (query) => {
    const words = searchWords(query);
    if (words.length === 0) return [];
    const matchingPosts = await posts.search(words, MAX_RESULTS);
    const candidates = [
      ...shipped.map(({ body, ...found }) => ({
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

function fromService(service: (typeof services)[number]): Searchable {
  const { id, title, description, lead, approach, benefits } = service;
  const body = [description, lead, ...approach, ...benefits].join(" ");
  return { kind: "Service", title, text: description, to: `/services/${id}`, body };
}

function fromCaseStudy(study: (typeof caseStudies)[number]): Searchable {
  const { slug, title, client, sector, description, overview, challenge, solution, technologies } = study;
  const body = [client, sector, description, overview, ...challenge, ...solution, ...technologies].join(" ");
  return { kind: "Work", title, text: `${client}. ${description}`, to: `/work/${slug}`, body };
}

function fromPost({ slug, title, excerpt }: PostSummary): SearchResult {
  return { kind: "Post", title, text: excerpt, to: `/blog/${slug}` };
}

function fromPages(): Searchable[] {
  const pages = {
    services: servicesPage,
    work: workPage,
    blog: blogPage,
    about: aboutPage,
    contact: contactPage,
    careers: careersPage,
    privacy: privacyPage,
    terms: termsPage,
  };
  return Object.entries(pages).map(([path, { title, description, lead }]) => ({
    kind: "Page",
    title,
    text: description,
    to: `/${path}`,
    body: `${description} ${lead}`,
  }));
}
