import { redirect } from "react-router";
import { words as catalogue } from "../../content/pages/blog/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import { addressOf } from "../../domain/content/addresses.ts";
import type { Content } from "../../domain/content/collections.ts";
import type { Page, PageHandle, PageSource, RouteFacts } from "../../domain/content/page-facts.ts";
import { dateWordsOf, formatDate } from "../../domain/dates.ts";
import { prepareArticle } from "../../domain/posts/article.ts";
import { findAuthors } from "../../domain/posts/authors.ts";
import { addPictureSources } from "../../domain/posts/picture-sources.ts";
import { lastChangeOf } from "../../domain/posts/post.ts";
import { type Tag, tagsOf } from "../../domain/posts/tags.ts";
import { addVideos } from "../../domain/posts/videos.ts";
import { articleWords } from "../../domain/posts/words.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import { Author } from "../ui/blog/author.tsx";
import { NewsletterForm } from "../ui/blog/newsletter.tsx";
import { PostDate } from "../ui/blog/post-date.tsx";
import { TableOfContents } from "../ui/blog/table-of-contents.tsx";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { PlumbMark } from "../ui/layout/plumb-mark.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { Picture } from "../ui/picture.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/post";
import "../styles/pages/post.css";
import "../ui/carried.css";
import "../ui/blog/article.css";

const MAX_RECENT_POSTS = 5;
const MAX_RELATED_POSTS = 3;
/** Longer titles get a smaller font size. */
const LONG_TITLE_LENGTH = 60;

export const handle = { shows: "posts", query: { play: /^[1-9]$/ }, prefills: true } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content, posts, names }) => posts.map((post) => pageOfPost(post, content, names.Blog)),
  edits: ["/newsroom/posts/:key .post-head"],
};

export function meta({ loaderData: { post }, matches }: Route.MetaArgs) {
  return searchMeta(matches, { title: post.title, description: post.excerpt, ...post.search });
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { posts, site, backend, content: shown, language, page: rendered, findRedirect } = context.get(siteContext);
  const result = await posts.find(params.postId);
  if (result.outcome === "unreachable") throw unavailable();
  if (result.outcome === "missing") throw notFound({ ...pageWords(language).missing.post, to: "/blog" });
  // The browser needs no exact timestamps, so they are left out of the page's data.
  const { content, tags, authors: keys = [], ...known } = result.post;
  const { publishedAt: _publishedAt, updated: _updated, translationOf: _translationOf, ...post } = known;
  if (post.slug !== params.postId) {
    // A rule of the owner comes before the former address.
    throw (await findRedirect(url)) ?? redirect(`/blog/${post.slug}${url.search}`, 301);
  }
  rendered.posts = [result.post];

  const ownWords = await loadWords(articleWords, language);
  const article = prepareArticle(content, backend, undefined, ownWords);
  const playing = Number(new URL(request.url).searchParams.get("play"));
  const [latest, categories, related] = await Promise.all([
    posts.latest(MAX_RECENT_POSTS),
    posts.categories(),
    posts.related(result.post, MAX_RELATED_POSTS),
  ]);
  return {
    texts: shown["page-post"],
    newsletter: shown.newsletter,
    post,
    tags: tagsOf(tags),
    authors: findAuthors(shown.authors, keys).map(({ id, slug, name, bio, image }) => ({
      name,
      bio,
      avatar: image,
      to: addressOf("authors", { id, slug }),
    })),
    article: {
      ...article,
      html: addPictureSources(addVideos(article.html, playing, ownWords), Object.values(pictures)),
    },
    address: `${site}/blog/${post.slug}`,
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
  const words = useWords(catalogue);
  const { navigation } = useUiWords();
  const { slug, title, category, date, author, image } = post;
  const { minutes } = article;
  return (
    <header className="page-head post-head grid">
      <nav className="crumb" aria-label={navigation.breadcrumb}>
        <PageLink to="/blog">{words.crumb}</PageLink>
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
        <PostDate date={date} />
        <span>{words.minutes(minutes)}</span>
        <span className="print-only">{address}</span>
      </p>
      <figure>
        <Picture carry={`post-${slug}`} picture={image} sizes="100vw" first />
      </figure>
    </header>
  );
}

function Tags({ tags }: { tags: readonly Tag[] }) {
  const words = useWords(catalogue);
  return (
    <ul className="tags" aria-label={words.tags}>
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

function Sidebar({ texts, newsletter, post, article, address, recent, categories }: LoaderData) {
  const words = useWords(catalogue);
  return (
    <aside className="post-aside grid-right" aria-label={words.aside}>
      <div className="post-sticky">
        <div>
          {article.headings.length > 1 && <TableOfContents headings={article.headings} />}
          <div>
            <h2 className="label">{texts.share}</h2>
            <ShareLinks title={post.title} address={address} />
          </div>
          <PageLink className="arrow-link back" to="/blog">
            {words.back}
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
      <NewsletterForm words={newsletter} label={newsletter.short} />
    </aside>
  );
}

/** Keeps the post open; a mailto link opens no tab. */
const NEW_TAB = { target: "_blank", rel: "noopener" };
const isPage = (href: string) => href.startsWith("https:");

function ShareLinks({ title, address }: { title: string; address: string }) {
  const { share } = useWords(catalogue);
  return (
    <ul className="tags">
      {shareTargets(title, address, share).map(({ label, name, href }) => (
        <li key={label}>
          <a className="tag" href={href} aria-label={name} {...(isPage(href) && NEW_TAB)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function shareTargets(title: string, address: string, words: (typeof catalogue)["en"]["share"]) {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { label: "X", name: words.on("X"), href: `https://x.com/intent/post?url=${url}&text=${text}` },
    {
      label: "LinkedIn",
      name: words.on("LinkedIn"),
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { label: words.email, name: words.byEmail, href: `mailto:?subject=${text}&body=${url}` },
  ];
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

/** Up to three posts; with fewer than three, the first is wider. */
function PostTiles({ posts }: Pick<MorePostsProps, "posts">) {
  return (
    <ul className="post-tiles grid">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostTile post={post} />
        </li>
      ))}
    </ul>
  );
}

function PostTile({ post }: { post: MorePostsProps["posts"][number] }) {
  const { slug, title, date, image, category } = post;
  return (
    <article className="post-tile">
      <div className="pic">
        <Picture carry={`post-${slug}`} picture={image} sizes="(width < 48rem) 7rem, 67vw" />
      </div>
      <p className="meta">
        {category && <b>{category}</b>}
        <PostDate date={date} />
      </p>
      <h3>
        <CoverLink carry={`post-${slug}`} to={`/blog/${slug}`}>
          {title}
        </CoverLink>
      </h3>
    </article>
  );
}

const categoryUrl = (category: string): string => `/blog?${new URLSearchParams({ category })}`;

function pageOfPost(post: PageSource["posts"][number], site: Content, blog: string): Page {
  const { slug, title, excerpt, image, category, date, publishedAt, author, authors = [], tags = [], search } = post;
  const path = `/blog/${slug}`;
  return {
    path,
    label: title,
    parent: "/blog",
    modified: lastChangeOf(post),
    found: { kind: "Post", title, text: excerpt, body: "" },
    picture: image,
    card: { title, section: blog },
    search,
    article: { published: publishedAt ?? date, section: category },
    markdown: [
      [author.name, formatDate(date, undefined, dateWordsOf(site)), category].filter(Boolean).join(" · "),
      { quote: excerpt },
      { html: post.content ?? "" },
    ],
    schema({ origin, publisher, author: authorNode, pictureUrl }) {
      const address = search?.canonical ?? origin + path;
      const profiles = findAuthors(site.authors, authors).map(authorNode);
      return [
        {
          "@type": "BlogPosting",
          "@id": `${address}#post`,
          headline: title,
          description: search?.description ?? excerpt,
          url: address,
          mainEntityOfPage: address,
          image: pictureUrl(image),
          datePublished: publishedAt ?? date,
          dateModified: lastChangeOf(post),
          articleSection: category,
          keywords: [...tags],
          author: profiles.length > 0 ? profiles : { "@type": "Person", name: author.name || publisher.name },
          publisher,
        },
      ];
    },
  };
}
