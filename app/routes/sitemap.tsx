import { caseStudies } from "../../content/case-studies.ts";
import { sitemapPage as page } from "../../content/pages/sitemap.ts";
import { services } from "../../content/services.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/sitemap";
import "../styles/pages/sitemap.css";

/** The newest posts; the blog's pagination leads to the rest. */
const MAX_POSTS = 500;

export const handle = { shows: "posts" };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "description", content: page.description },
];

export async function loader({ context }: Route.LoaderArgs) {
  const posts = await context.get(siteContext).posts.titles(MAX_POSTS);
  return { posts: posts.map(({ slug, title }) => ({ label: title, to: `/blog/${slug}` })) };
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <header className="page-head grid">
        <h1 className="grid-left">{page.heading}</h1>
        <p className="lead grid-right">{page.lead}</p>
      </header>
      <div className="plumb">
        <Group title={page.sections.main} links={mainPages} />
        <Group title={page.sections.services} links={servicePages} />
        <Group title={page.sections.content} links={[...workPages, ...loaderData.posts, newPost]} />
        <Group title={page.sections.legal} links={legalPages} />
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
const servicePages = services.map(({ id, title }) => ({ label: title, to: `/services/${id}` }));
const workPages = caseStudies.map(({ slug, title }) => ({ label: title, to: `/work/${slug}` }));
const newPost = { label: "Add Blog Post", to: "/blog/new" };
const legalPages: readonly SitemapLink[] = [
  { label: "Privacy Policy", to: "/privacy" },
  { label: "Terms of Service", to: "/terms" },
  { label: "Sitemap", to: "/sitemap" },
];
