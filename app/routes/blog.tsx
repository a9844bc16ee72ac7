import { blogPage as page } from "../../content/pages/blog.ts";
import { newsletter } from "../../content/pages/newsletter.ts";
import { site } from "../../content/site.ts";
import { siteContext } from "../../server/context.ts";
import { Newsletter } from "../ui/newsletter.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { PostCard } from "../ui/post-card.tsx";
import type { Route } from "./+types/blog";
import "./blog.css";

const LATER_PAGE = /^(?!1$)[1-9]\d{0,5}$/;

export const handle = { query: { category: /./, page: LATER_PAGE }, shows: "posts" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titleOf(loaderData)} | ${site.name}` },
  { name: "description", content: page.description },
  // Anybody can ask for ever new categories and pages.
  ...(loaderData?.posts.length ? [] : [{ name: "robots", content: "noindex" }]),
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const category = query.get("category") || undefined;
  const { posts } = context.get(siteContext);
  const [list, categories] = await Promise.all([
    posts.list({ category, page: Number(query.get("page") ?? 1) }),
    posts.categories(),
  ]);
  return { ...list, category, categories };
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, category, categories, page: number, pages: last } = loaderData;
  return (
    <>
      <header className="opening grid">
        <h1 className="left">{page.heading}</h1>
        <p className="lead right">{page.lead}</p>
      </header>
      <div className="grid">
        <Chips categories={categories} chosen={category} />
        <p className="unseen" role="status">
          {`${category ?? page.all}: page ${number} of ${last}`}
        </p>
        {posts.map((post, place) => (
          <PostCard key={post.slug} post={post} top={place === 0 && number === 1} />
        ))}
        {posts.length === 0 && <Nothing category={category} number={number} />}
        {last > 1 && number <= last && <Paging category={category} number={number} last={last} />}
      </div>
      <Newsletter words={newsletter} />
    </>
  );
}

function Chips({ categories, chosen }: { categories: readonly string[]; chosen: string | undefined }) {
  const chips = [
    { label: page.all, category: undefined },
    ...categories.map((category) => ({ label: category, category })),
  ];
  return (
    <nav className="chips" aria-label="Categories">
      <ul className="tags">
        {chips.map(({ label, category }) => (
          <li key={label}>
            <PageLink
              className="tag"
              to={addressOf(category, 1)}
              aria-current={category === chosen ? "true" : undefined}
              preventScrollReset
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Paging({ category, number, last }: { category: string | undefined; number: number; last: number }) {
  return (
    <nav className="paging" aria-label="Pages">
      {number > 1 && (
        <PageLink className="go back" to={addressOf(category, number - 1)} rel="prev">
          Newer posts
        </PageLink>
      )}
      <span className="small">{`Page ${number} of ${last}`}</span>
      {number < last && (
        <PageLink className="go" to={addressOf(category, number + 1)} rel="next">
          Older posts
        </PageLink>
      )}
    </nav>
  );
}

function Nothing({ category, number }: { category: string | undefined; number: number }) {
  const pastTheEnd = number > 1;
  return (
    <section className="nothing" aria-labelledby="nothing">
      <h2 className="title-quote" id="nothing">
        {pastTheEnd ? "That is past the end." : page.empty.title}
      </h2>
      <div>
        <p>{pastTheEnd ? `There is no page ${number}. The posts stop before it.` : page.empty.text}</p>
        <PageLink className="go back" to={pastTheEnd ? addressOf(category, 1) : "/blog"}>
          {pastTheEnd ? "Back to the newest" : page.empty.action}
        </PageLink>
      </div>
    </section>
  );
}

function titleOf(list: { readonly category: string | undefined; readonly page: number } | undefined): string {
  const number = list && list.page > 1 && `page ${list.page}`;
  return [page.title, list?.category, number].filter(Boolean).join(", ");
}

function addressOf(category: string | undefined, number: number): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (number > 1) query.set("page", String(number));
  return query.size > 0 ? `/blog?${query}` : "/blog";
}
