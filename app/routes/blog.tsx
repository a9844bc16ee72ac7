import { useEffect } from "react";
import { redirect, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { words as catalogue } from "../../content/pages/blog/words.ts";
import { localeOf } from "../../domain/content/languages.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { POSTS_PER_PAGE } from "../../domain/posts/post.ts";
import { siteContext } from "../../server/context.ts";
import { Newsletter } from "../ui/blog/newsletter.tsx";
import { PostCard } from "../ui/blog/post-card.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { numberedPage, searchMeta } from "../ui/layout/page-title.ts";
import { LATER_PAGE, Pagination, readPageNumber } from "../ui/layout/pagination.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/blog";
import "../styles/pages/blog.css";

export const handle = { shows: "posts", query: { category: /./, page: LATER_PAGE } } satisfies PageHandle;

export const facts: RouteFacts = {
  page: { label: "Blog", sitemap: "main", texts: "page-blog", illustration: "post-cradle" },
  edits: ["page-blog/main .page-head"],
};

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const list = selectPosts(loaderData, location.search);
  const { title, description } = loaderData.texts.search;
  const numbered = list.number > 1 && numberedPage(matches, list.number);
  return [
    ...searchMeta(matches, { title: [title, list.category, numbered].filter(Boolean).join(", "), description }),
    // Arbitrary categories and pages can be requested; empty lists are not indexed.
    ...(list.posts.length > 0 ? [] : [{ name: "robots", content: "noindex" }]),
  ];
}

/** The hydration module has up to so many posts, so that the browser filters them. Longer lists are loaded by page. */
const MAX_LOADED_POSTS = 200;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { category: requested, number } = readQuery(new URL(request.url).search);
  const { posts, content } = context.get(siteContext);
  const [first, categories] = await Promise.all([posts.list({ category: undefined, page: 1 }), posts.categories()]);
  const category = findCategory(categories, requested);
  // Temporary redirect: the spelling depends on the current posts.
  if (category !== requested) throw redirect(pageAddress(category, number));
  const hasAll = first.total <= MAX_LOADED_POSTS;
  const isFirst = number === 1 && !category;
  const list = hasAll || isFirst ? first : await posts.list({ category, page: number });
  const loaded = hasAll ? await posts.latest(MAX_LOADED_POSTS) : list.posts;
  return {
    texts: content["page-blog"],
    newsletter: content.newsletter,
    posts: loaded,
    pages: list.pages,
    hasAll,
    categories,
    // A translation has another number than its original.
    numbered: localeOf(content) === "",
  };
}

/** True while every post is loaded: then filtering needs no request and works offline. */
let hasEveryPost = false;

export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && !hasEveryPost;
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { texts, newsletter, hasAll, categories, numbered } = loaderData;
  const { posts, category, number, last } = selectPosts(loaderData, useLocation().search);
  const words = useWords(catalogue);
  const { pagination } = useUiWords();
  useEffect(() => {
    hasEveryPost = hasAll;
    return () => {
      hasEveryPost = false;
    };
  }, [hasAll]);
  return (
    <>
      <header className="page-head blog-head grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <div className="grid-right">
          <p className="small">{texts.lead}</p>
          <Chips categories={categories} chosen={category} isFilter={hasAll} />
        </div>
      </header>
      <div className="plumb grid">
        <p className="visually-hidden" role="status">
          {words.position(category ?? words.all, number, last)}
        </p>
        {posts.map((post, index) => (
          <PostCard key={post.slug} post={post} top={index === 0 && number === 1} numbered={numbered} />
        ))}
        {posts.length === 0 && <EmptyList category={category} number={number} />}
        <Pagination
          page={number}
          pages={last}
          addressOf={(other) => pageAddress(category, other)}
          noun={pagination.posts}
          isLoaded={hasAll}
        />
      </div>
      <Newsletter words={newsletter} />
    </>
  );
}

type ChipsProps = {
  categories: readonly string[];
  chosen: string | undefined;
  /** Whether the chips filter loaded posts; otherwise each is a link to another list. */
  isFilter: boolean;
};

function Chips({ categories, chosen, isFilter }: ChipsProps) {
  const words = useWords(catalogue);
  const chips = [
    { label: words.all, category: undefined },
    ...categories.map((category) => ({ label: category, category })),
  ];
  return (
    <nav className="chips" aria-label={words.categories}>
      <ul className="tags">
        {chips.map(({ label, category }) => (
          <li key={label}>
            <PageLink
              className="tag"
              to={pageAddress(category, 1)}
              aria-current={category === chosen ? "true" : undefined}
              preventScrollReset
              {...(isFilter && { prefetch: "none", "data-replay": "" })}
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EmptyList({ category, number }: { category: string | undefined; number: number }) {
  const { empty, pastTheEnd } = useWords(catalogue);
  const isPastTheEnd = number > 1;
  return (
    <section className="nothing" aria-labelledby="nothing">
      <h2 className="title-quote" id="nothing">
        {isPastTheEnd ? pastTheEnd.title : empty.title}
      </h2>
      <div>
        <p>{isPastTheEnd ? pastTheEnd.text(number) : empty.text}</p>
        <PageLink className="arrow-link back" to={isPastTheEnd ? pageAddress(category, 1) : "/blog"}>
          {isPastTheEnd ? pastTheEnd.action : empty.action}
        </PageLink>
      </div>
    </section>
  );
}

type List = Awaited<ReturnType<typeof loader>>;

/** Selects from the loaded posts by the query of the URL. */
function selectPosts({ posts, pages, hasAll, categories }: List, search: string) {
  const { category: requested, number } = readQuery(search);
  const category = findCategory(categories, requested);
  if (!hasAll) return { posts, category, number, last: pages };
  const chosen = posts.filter((post) => !category || post.category === category);
  const shown = chosen.slice((number - 1) * POSTS_PER_PAGE, number * POSTS_PER_PAGE);
  return { posts: shown, category, number, last: Math.max(1, Math.ceil(chosen.length / POSTS_PER_PAGE)) };
}

function readQuery(search: string) {
  const query = new URLSearchParams(search);
  return { category: query.get("category")?.trim() || undefined, number: readPageNumber(search) };
}

/** Case-insensitive; an unknown category is returned unchanged. */
function findCategory(categories: readonly string[], requested: string | undefined): string | undefined {
  if (requested === undefined || categories.includes(requested)) return requested;
  return categories.find((category) => category.toLowerCase() === requested.toLowerCase()) ?? requested;
}

function pageAddress(category: string | undefined, number: number): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (number > 1) query.set("page", String(number));
  return query.size > 0 ? `/blog?${query}` : "/blog";
}
