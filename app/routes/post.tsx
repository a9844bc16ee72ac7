import { redirect } from "react-router";
import { newsletter } from "../../content/pages/newsletter.ts";
import { postPage as page } from "../../content/pages/post.ts";
import { pictures } from "../../content/pictures.ts";
import { formatDate } from "../../domain/dates.ts";
import { prepareArticle } from "../../domain/posts/article.ts";
import { findAuthors } from "../../domain/posts/authors.ts";
import { addPictureSources } from "../../domain/posts/picture-sources.ts";
import { type Tag, tagsOf } from "../../domain/posts/tags.ts";
import { addVideos } from "../../domain/posts/videos.ts";
import { siteContext } from "../../server/context.ts";
import { Author } from "../ui/blog/author.tsx";
import { NewsletterForm } from "../ui/blog/newsletter.tsx";
import { PostTiles } from "../ui/blog/post-tile.tsx";
import { ShareLinks } from "../ui/blog/share-links.tsx";
import { TableOfContents } from "../ui/blog/table-of-contents.tsx";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { PlumbMark } from "../ui/layout/plumb-mark.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/post";
import "../styles/pages/post.css";
import "../ui/blog/article.css";

const MAX_RECENT_POSTS = 5;
const MAX_RELATED_POSTS = 3;
/** Longer titles get a smaller font size. */
const LONG_TITLE_LENGTH = 60;

export const handle = { query: { play: /^[1-9]$/ }, prefills: true, shows: "posts" };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { title, text: description } = page.missing;
  const { post } = loaderData ?? {};
  return searchMeta(
    matches,
    post ? { title: post.title, description: post.excerpt, ...post.search } : { title, description },
  );
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { posts, origin, backend, content: shown, page: facts } = context.get(siteContext);
  const result = await posts.find(params.postId);
  if (result.outcome === "unreachable") throw unavailable();
  if (result.outcome === "missing") throw notFound(page.missing);
  // The browser needs no exact timestamps, so they are left out of the page's data.
  const { content, tags, authors: keys = [], publishedAt: _publishedAt, updated: _updated, ...post } = result.post;
  if (post.slug !== params.postId) throw redirect(`/blog/${post.slug}`, 301);
  facts.post = result.post;

  const article = prepareArticle(content, backend);
  const playing = Number(new URL(request.url).searchParams.get("play"));
  const [latest, categories, related] = await Promise.all([
    posts.latest(MAX_RECENT_POSTS),
    posts.categories(),
    posts.related(result.post, MAX_RELATED_POSTS),
  ]);
  return {
    texts: shown["page-post"],
    post,
    tags: tagsOf(tags),
    authors: findAuthors(shown.authors, keys).map(({ id, name, bio, image }) => ({
      name,
      bio,
      avatar: image,
      to: `/authors/${id}`,
    })),
    article: { ...article, html: addPictureSources(addVideos(article.html, playing), Object.values(pictures)) },
    address: `${origin}/blog/${post.slug}`,
    recent: latest.map(({ slug, title }) => ({ slug, title })),
    categories,
    related,
    others: related.length > 0 ? [] : latest.filter(({ id }) => id !== post.id).slice(0, MAX_RELATED_POSTS),
  };
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const { texts, post, tags, authors, article, related, others } = loaderData;
  return (
    <>
      <article>
        <PageHead {...loaderData} />
        <div className="post plumb grid">
          <PlumbMark />
          <div className="reading grid-left">
            <div className="article prose" dangerouslySetInnerHTML={{ __html: article.html }} />
            {tags.length > 0 && <Tags tags={tags} />}
            {authors.map((author) => (
              <Author key={author.to} {...author} />
            ))}
            {authors.length === 0 && <Author {...post.author} />}
          </div>
          <Sidebar {...loaderData} />
        </div>
      </article>
      {related.length > 0 && <MorePosts id="related" {...texts.related} posts={related} />}
      {others.length > 0 && <MorePosts id="keep-reading" {...texts.others} posts={others} />}
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function PageHead({ post, authors, article, address }: LoaderData) {
  const { slug, title, category, date, author, image } = post;
  const { minutes } = article;
  return (
    <header className="page-head post-head grid">
      <nav className="crumb" aria-label="Breadcrumb">
        <PageLink to="/blog">{page.crumb}</PageLink>
        {category && " / "}
        {category && <PageLink to={categoryUrl(category)}>{category}</PageLink>}
      </nav>
      <h1 className={title.length > LONG_TITLE_LENGTH ? "carried long" : "carried"} data-carry={`title-post-${slug}`}>
        {title}
      </h1>
      <p className="meta">
        {authors.map(({ name, to }) => (
          <b key={to}>
            <PageLink to={to}>{name}</PageLink>
          </b>
        ))}
        {authors.length === 0 && <b>{author.name}</b>}
        <time dateTime={date}>{formatDate(date)}</time>
        <span>{`${minutes} ${minutes === 1 ? "minute" : "minutes"}`}</span>
        <span className="print-only">{address}</span>
      </p>
      <figure>
        <Picture carry={`post-${slug}`} picture={image} sizes="100vw" first />
      </figure>
    </header>
  );
}

function Tags({ tags }: { tags: readonly Tag[] }) {
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map(({ label, slug }) => (
        <li className={slug ? undefined : "tag"} key={label}>
          {slug ? (
            <PageLink className="tag" to={`/blog/tag/${slug}`}>
              {label}
            </PageLink>
          ) : (
            label
          )}
        </li>
      ))}
    </ul>
  );
}

function Sidebar({ texts, post, article, address, recent, categories }: LoaderData) {
  return (
    <aside className="post-aside grid-right" aria-label="About this post, and more">
      <div className="post-sticky">
        <div>
          {article.headings.length > 1 && <TableOfContents title="On this page" headings={article.headings} />}
          <div>
            <h2 className="label">{texts.share}</h2>
            <ShareLinks title={post.title} address={address} />
          </div>
          <PageLink className="arrow-link back" to="/blog">
            {page.back}
          </PageLink>
        </div>
      </div>
      <div>
        <h2 className="label">{texts.recent}</h2>
        <ul className="recent">
          {recent.map(({ slug, title }) => (
            <li key={slug}>
              <PageLink to={`/blog/${slug}`} aria-current={slug === post.slug ? "page" : undefined}>
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
      <nav aria-labelledby="categories">
        <h2 className="label" id="categories">
          {texts.categories}
        </h2>
        <ul className="tags">
          {categories.map((category) => (
            <li key={category}>
              <PageLink className="tag" to={categoryUrl(category)}>
                {category}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <NewsletterForm labels={newsletter} label={newsletter.short} />
    </aside>
  );
}

type MorePostsProps = { id: string; title: string; intro: string; posts: LoaderData["related"] };

function MorePosts({ id, title, intro, posts }: MorePostsProps) {
  return (
    <section className="section plumb" aria-labelledby={id}>
      <SectionHead id={id} {...{ title, intro }} />
      <PostTiles posts={posts} />
    </section>
  );
}

function categoryUrl(category: string): string {
  return `/blog?${new URLSearchParams({ category })}`;
}
