import type {
  BlogPosting,
  BreadcrumbList,
  ContactPage,
  CreativeWork,
  JobPosting,
  Organization,
  Person,
  Place,
  ProfilePage,
  Service as ServiceNode,
  Thing,
  WebSite,
} from "schema-dts";
import { site } from "../../content/site.ts";
import type { Office } from "../../domain/company/company.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import { findAuthors } from "../../domain/posts/authors.ts";
import { lastChangeOf, type Post } from "../../domain/posts/post.ts";
import { widestPicture } from "./pictures.ts";

export type PageData = {
  readonly path: string;
  readonly origin: string;
  readonly post: Post | undefined;
  readonly content: Content;
  readonly crumb?: string | undefined;
};

type Crumb = { readonly name: string; readonly path: string };

/** The nodes of a page's JSON-LD graph. */
export function describePage(page: PageData): readonly Thing[] {
  const [, area = "", name] = page.path.split("/");
  if (page.path === "/") return [organization(page), website(page)];
  const crumbs: Crumb[] = [{ name: page.content.identity.name, path: "/" }];
  // Breadcrumbs of author pages lead through the blog, because there is no page that lists all authors.
  const section = area === "authors" ? "blog" : area;
  const labels: Readonly<Record<string, string>> = AREAS;
  if (labels[section]) crumbs.push({ name: labels[section], path: `/${section}` });
  const subject = name ? describeEntry(page, area, name) : undefined;
  const title = subject?.title ?? page.crumb;
  if (title) crumbs.push({ name: title, path: page.path });
  const own = subject ? [subject.node] : describeArea(page, area);
  return crumbs.length > 1 ? [...own, breadcrumbs(crumbs, page.origin)] : own;
}

const AREAS = {
  services: "Services",
  work: "Work",
  blog: "Blog",
  about: "About",
  contact: "Contact",
  careers: "Careers",
  privacy: "Privacy Policy",
  terms: "Terms of Service",
  sitemap: "Sitemap",
} as const;

function describeArea(page: PageData, area: string): Thing[] {
  const { jobs, leaders } = page.content;
  if (area === "contact") return [contactPage(page), organization(page)];
  if (area === "careers") return jobs.map((job) => jobPosting(job, page));
  if (area === "about") return [organization(page), ...leaders.map((leader) => person(leader, page.origin))];
  return [];
}

function describeEntry(page: PageData, area: string, name: string): { title: string; node: Thing } | undefined {
  const { post, content } = page;
  if (area === "blog" && post) return { title: post.title, node: blogPosting(post, page) };
  const service = area === "services" && content.services.find(({ id }) => id === name);
  if (service) return { title: service.title, node: serviceNode(service, page) };
  const study = area === "work" && content["case-studies"].find(({ id }) => id === name);
  if (study) return { title: study.title, node: creativeWork(study, page) };
  const author = area === "authors" && content.authors.find(({ id }) => id === name);
  if (author) return { title: author.name, node: profilePage(author, page) };
  return undefined;
}

const organizationId = (origin: string) => `${origin}/#organization`;

function publisher({ origin, content }: PageData) {
  return { "@type": "Organization", "@id": organizationId(origin), name: content.identity.name } as const;
}

function organization({ origin, content }: PageData): Organization {
  const { identity, contact } = content;
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: identity.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    description: identity.description,
    slogan: identity.tagline,
    email: contact.email,
    telephone: contact.phone,
    foundingDate: String(site.founded),
    sameAs: contact.social.map(({ href }) => href),
    address: contact.offices.map(addressOf),
  };
}

function website({ origin, content }: PageData): WebSite {
  // Google requires "query-input", which schema-dts does not declare.
  const search = {
    "@type": "SearchAction",
    target: `${origin}/search?q={query}`,
    "query-input": "required name=query",
  };
  return {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: content.identity.name,
    url: `${origin}/`,
    inLanguage: "en",
    publisher: { "@id": organizationId(origin) },
    potentialAction: search as unknown as NonNullable<Exclude<WebSite, string>["potentialAction"]>,
  };
}

function breadcrumbs(crumbs: readonly Crumb[], origin: string): BreadcrumbList {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function blogPosting(post: Post, page: PageData): BlogPosting {
  const { origin } = page;
  const address = post.search?.canonical ?? `${origin}/blog/${post.slug}`;
  return {
    "@type": "BlogPosting",
    "@id": `${address}#post`,
    headline: post.title,
    description: post.search?.description ?? post.excerpt,
    url: address,
    mainEntityOfPage: address,
    image: new URL(widestPicture(post.image), origin).href,
    datePublished: post.publishedAt ?? post.date,
    dateModified: lastChangeOf(post),
    articleSection: post.category,
    keywords: [...post.tags],
    author: authorsOf(post, page),
    publisher: publisher(page),
  };
}

/** The profiles of the authors, or the name in the byline. */
function authorsOf(post: Post, { origin, content }: PageData): Person | Person[] {
  const profiles = findAuthors(content.authors, post.authors ?? []);
  const named = { "@type": "Person", name: post.author.name || content.identity.name } as const;
  return profiles.length > 0 ? profiles.map((profile) => authorNode(profile, origin)) : named;
}

function authorNode({ id, name }: Entry<"authors">, origin: string) {
  const url = `${origin}/authors/${id}`;
  return { "@type": "Person", "@id": `${url}#person`, name, url } as const;
}

function profilePage(author: Entry<"authors">, { origin }: PageData): ProfilePage {
  const { title, bio, image, links } = author;
  return {
    "@type": "ProfilePage",
    url: `${origin}/authors/${author.id}`,
    mainEntity: {
      ...authorNode(author, origin),
      description: bio,
      image: new URL(image, origin).href,
      ...(title && { jobTitle: title }),
      sameAs: links.map(({ href }) => new URL(href, origin).href),
      worksFor: { "@id": organizationId(origin) },
    },
  };
}

function serviceNode({ id, title, description, image, search }: Entry<"services">, page: PageData): ServiceNode {
  const { origin } = page;
  return {
    "@type": "Service",
    name: title,
    description: search?.description ?? description,
    url: search?.canonical ?? `${origin}/services/${id}`,
    image: origin + widestPicture(image),
    serviceType: title,
    provider: publisher(page),
  };
}

function creativeWork(
  { id, title, description, image, year, client, search }: Entry<"case-studies">,
  page: PageData,
): CreativeWork {
  const { origin } = page;
  return {
    "@type": "CreativeWork",
    name: title,
    description: search?.description ?? description,
    url: search?.canonical ?? `${origin}/work/${id}`,
    image: origin + widestPicture(image),
    dateCreated: String(year),
    about: { "@type": "Organization", name: client },
    creator: publisher(page),
  };
}

const EMPLOYMENT_TYPES = {
  "Full-time": "FULL_TIME",
  "Part-time": "PART_TIME",
  Contract: "CONTRACTOR",
  Internship: "INTERN",
} as const satisfies Record<Entry<"jobs">["type"], string>;

function jobPosting(job: Entry<"jobs">, { origin, content }: PageData): JobPosting {
  const offices = content.contact.offices.filter(({ city }) => job.cities.includes(city));
  return {
    "@type": "JobPosting",
    title: job.title,
    description: job.description,
    datePosted: job.posted,
    // Open until the end of that day.
    ...(job.closes && { validThrough: `${job.closes}T23:59` }),
    employmentType: EMPLOYMENT_TYPES[job.type],
    hiringOrganization: {
      "@type": "Organization",
      name: content.identity.name,
      sameAs: origin,
      logo: `${origin}/icons/icon-512.png`,
    },
    jobLocation: offices.map((office): Place => ({ "@type": "Place", address: addressOf(office) })),
    directApply: true,
    url: `${origin}/careers`,
  };
}

function contactPage({ origin, content }: PageData): ContactPage {
  return {
    "@type": "ContactPage",
    url: `${origin}/contact`,
    name: `Contact ${content.identity.name}`,
    about: { "@id": organizationId(origin) },
  };
}

function person({ name, title, bio, image, social }: Entry<"leaders">, origin: string): Person {
  return {
    "@type": "Person",
    name,
    jobTitle: title,
    description: bio,
    image: origin + image,
    sameAs: Object.values(social).filter((href) => href !== undefined),
    worksFor: { "@id": organizationId(origin) },
  };
}

function addressOf({ city, street, region, code, country }: Office) {
  return {
    "@type": "PostalAddress",
    streetAddress: street,
    addressLocality: city,
    addressRegion: region,
    postalCode: code,
    addressCountry: country,
  } as const;
}
