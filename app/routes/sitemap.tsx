import { pictures } from "../../content/pictures.ts";
import type { Page, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageMeta } from "../ui/layout/page-title.ts";
import { PictureHead } from "../ui/layout/picture-head.tsx";
import type { Route } from "./+types/sitemap";
import "../styles/pages/sitemap.css";

/** The newest posts; the blog's pagination leads to the rest. */
const MAX_POSTS = 500;

export const handle = { shows: "posts" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: { label: "Sitemap", sitemap: "legal" },
  edits: ["page-sitemap/main .page-head"],
};

export const meta = pageMeta;

export async function loader({ context }: Route.LoaderArgs) {
  const { posts, content, listPages } = context.get(siteContext);
  const titles = await posts.titles(MAX_POSTS);
  const pages = listPages();
  const linksIn = (group: Page["sitemap"]) =>
    pages.filter(({ sitemap }) => sitemap === group).map(({ label, path }) => ({ label, to: path }));
  return {
    texts: content["page-sitemap"],
    picture: { ...pictures["service-web-technology"], alt: "" },
    main: linksIn("main"),
    services: linksIn("services"),
    content: [
      ...linksIn("work"),
      ...titles.map(({ slug, title }) => ({ label: title, to: `/blog/${slug}` })),
      ...linksIn("writing"),
    ],
    legal: linksIn("legal"),
  };
}

export default function Sitemap({ loaderData: { texts, picture, ...links } }: Route.ComponentProps) {
  return (
    <>
      <PictureHead heading={texts.heading} lead={texts.lead} picture={picture} />
      <div className="plumb">
        <Group title={texts.main} links={links.main} />
        <Group title={texts.services} links={links.services} />
        <Group title={texts.content} links={links.content} />
        <Group title={texts.legal} links={links.legal} />
      </div>
    </>
  );
}

type SitemapLink = { readonly label: string; readonly to: string };

function Group({ title, links }: { title: string; links: readonly SitemapLink[] }) {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return (
    <section className="site-group grid" aria-labelledby={id}>
      <h2 className="title-2" id={id}>
        {title}
      </h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={to}>
            <PageLink to={to}>{label}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
