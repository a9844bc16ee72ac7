import { pictures } from "../../content/pictures.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { PictureHead } from "../ui/layout/picture-head.tsx";
import type { Route } from "./+types/sitemap";
import "../styles/pages/sitemap.css";

/** The newest posts; the blog's pagination leads to the rest. */
const MAX_POSTS = 500;

export const handle = { shows: "posts" };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, loaderData.texts.search);
}

export async function loader({ context }: Route.LoaderArgs) {
  const { posts, content } = context.get(siteContext);
  const titles = await posts.titles(MAX_POSTS);
  return {
    texts: content["page-sitemap"],
    picture: { ...pictures["service-web-technology"], alt: "" },
    services: content.services.map(({ id, title }) => ({ label: title, to: `/services/${id}` })),
    work: content["case-studies"].map(({ id, title }) => ({ label: title, to: `/work/${id}` })),
    posts: titles.map(({ slug, title }) => ({ label: title, to: `/blog/${slug}` })),
  };
}

export default function Sitemap({ loaderData: { texts, picture, services, work, posts } }: Route.ComponentProps) {
  return (
    <>
      <PictureHead heading={texts.heading} lead={texts.lead} picture={picture} />
      <div className="plumb">
        <Group title={texts.main} links={mainPages} />
        <Group title={texts.services} links={services} />
        <Group title={texts.content} links={[...work, ...posts, newPost]} />
        <Group title={texts.legal} links={legalPages} />
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

const mainPages: readonly SitemapLink[] = [
  { label: "Home", to: "/" },
  { label: "Services", to: "/services" },
  { label: "Work", to: "/work" },
  { label: "Blog", to: "/blog" },
  { label: "About", to: "/about" },
  { label: "Careers", to: "/careers" },
  { label: "Contact", to: "/contact" },
  { label: "Search", to: "/search" },
  { label: "Sign In", to: "/auth" },
];
const newPost = { label: "Add Blog Post", to: "/blog/new" };
const legalPages: readonly SitemapLink[] = [
  { label: "Privacy Policy", to: "/privacy" },
  { label: "Terms of Service", to: "/terms" },
  { label: "Sitemap", to: "/sitemap" },
];
