import { redirect, useHref } from "react-router";
import { words as catalogue } from "../../content/pages/blog/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { backdropOf } from "../../domain/picture.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import { siteContext } from "../../server/context.ts";
import { Newsletter } from "../ui/blog/newsletter.tsx";
import { PostList } from "../ui/blog/post-list.tsx";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { numberedPage, searchMeta } from "../ui/layout/page-title.ts";
import { LATER_PAGE, readPageNumber } from "../ui/layout/pagination.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/tag";
import "../styles/pages/blog.css";

export const handle = { shows: "posts", query: { page: LATER_PAGE } } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ tags }) =>
    tags.map(({ label, slug }) => ({ path: `/blog/tag/${slug}`, label, parent: "/blog", feed: `/feed/tag/${slug}` })),
};

export function meta({ loaderData: { tag, number, description }, matches }: Route.MetaArgs) {
  const title = number > 1 ? `${tag}, ${numberedPage(matches, number)}` : tag;
  return searchMeta(matches, { title, description });
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { posts, content, language, page: rendered } = context.get(siteContext);
  const words = pageWords(language);
  const slug = tagSlug(params.tag);
  if (slug && slug !== params.tag) throw redirect(`/blog/tag/${slug}`, 301);
  const number = readPageNumber(new URL(request.url).search);
  const list = await posts.list({ tag: slug, page: number });
  if (list.posts.length === 0 && list.isPartial) throw unavailable();
  if (!slug || list.posts.length === 0) throw notFound({ ...words.missing.tag, to: "/blog" });
  const tag = list.tag ?? slug;
  rendered.tags = [{ label: tag, slug }];
  return {
    slug,
    tag,
    description: words.tag.description(tag),
    number,
    posts: list.posts,
    pages: list.pages,
    count: list.total,
    newsletter: content.newsletter,
  };
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { slug, tag, number, posts, pages, count, newsletter } = loaderData;
  const { crumb, tag: words } = useWords(catalogue);
  const { navigation } = useUiWords();
  return (
    <>
      <header className={`page-head tag-head grid ${posts[0] ? backdropOf(posts[0].image) : "backdrop"}`}>
        <nav className="crumb" aria-label={navigation.breadcrumb}>
          <PageLink to="/blog">{crumb}</PageLink> / {words.label}
        </nav>
        <h1 className="grid-left">{tag}</h1>
        <p className="mid grid-right">
          {`${words.posts(count)} `}
          <a className="link" href={useHref(`/feed/tag/${slug}.xml`)}>
            {words.feed}
          </a>
        </p>
      </header>
      <PostList posts={posts} page={number} pages={pages} path={`/blog/tag/${slug}`} />
      <Newsletter words={newsletter} />
    </>
  );
}
