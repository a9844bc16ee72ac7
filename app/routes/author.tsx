import { useHref } from "react-router";
import { words as catalogue } from "../../content/pages/blog/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { addressOf, findByAddress } from "../../domain/content/addresses.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { Newsletter } from "../ui/blog/newsletter.tsx";
import { PostList } from "../ui/blog/post-list.tsx";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { numberedPage, searchMeta } from "../ui/layout/page-title.ts";
import { LATER_PAGE, readPageNumber } from "../ui/layout/pagination.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/author";
import "../styles/pages/author.css";
import "../styles/pages/blog.css";

export const handle = { shows: "posts", query: { page: LATER_PAGE } } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content }) =>
    content.authors.map(({ id, slug, name, title, bio, image, links }) => ({
      path: addressOf("authors", { id, slug }),
      label: name,
      // There is no page that lists all authors.
      parent: "/blog",
      feed: `/feed/author/${id}`,
      picture: { src: image, width: 600, height: 600, widths: [] },
      schema: ({ origin, publisher, author }) => [
        {
          "@type": "ProfilePage",
          url: origin + addressOf("authors", { id, slug }),
          mainEntity: {
            ...author({ id, slug, name }),
            description: bio,
            image: new URL(image, origin).href,
            ...(title && { jobTitle: title }),
            sameAs: links.map(({ href }) => new URL(href, origin).href),
            worksFor: { "@id": publisher["@id"] },
          },
        },
      ],
    })),
  edits: ["authors/:key .page-head"],
};

export function meta({ loaderData: { author, number }, matches }: Route.MetaArgs) {
  const title = number > 1 ? `${author.name}, ${numberedPage(matches, number)}` : author.name;
  return searchMeta(matches, { title, description: author.bio });
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { posts, content, language } = context.get(siteContext);
  const missing = { ...pageWords(language).missing.author, to: "/blog" };
  const author = findByAddress(content.authors, params.key);
  if (!author) throw notFound(missing);
  const number = readPageNumber(new URL(request.url).search);
  const { posts: signed, pages, isPartial } = await posts.list({ author: author.id, page: number });
  if (number > pages) throw isPartial ? unavailable() : notFound(missing);
  return { author, number, posts: signed, pages, newsletter: content.newsletter };
}

export default function AuthorPage({ loaderData }: Route.ComponentProps) {
  const { author, number, posts, pages, newsletter } = loaderData;
  const { crumb, author: words } = useWords(catalogue);
  const { navigation } = useUiWords();
  return (
    <>
      <header className="page-head author-head grid">
        <nav className="crumb" aria-label={navigation.breadcrumb}>
          <PageLink to="/blog">{crumb}</PageLink> / {words.label}
        </nav>
        <div className="author-text">
          <h1>{author.name}</h1>
          {author.title && <p className="author-title">{author.title}</p>}
          <p className="lead">{author.bio}</p>
          <ul className="author-links">
            {author.links.map(({ label, href }) => (
              <li key={href}>
                <a className="link" href={href} rel="me noopener">
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a className="link" href={useHref(`/feed/author/${author.id}.xml`)}>
                {words.feed}
              </a>
            </li>
          </ul>
        </div>
        <figure>
          <img src={author.image} width="600" height="600" alt="" />
        </figure>
      </header>
      <div className="author-posts plumb grid">
        <h2 className="title-2 grid-left">{posts.length > 0 ? words.posts : words.none}</h2>
      </div>
      <PostList posts={posts} page={number} pages={pages} path={addressOf("authors", author)} oneAuthor />
      <Newsletter words={newsletter} />
    </>
  );
}
