import type {
  BlogPosting,
  BreadcrumbList,
  ContactPage,
  CreativeWork,
  JobPosting,
  Organization,
  Person,
  Place,
  Service as ServiceNode,
  Thing,
  WebSite,
} from "schema-dts";
import { caseStudies } from "../../content/case-studies.ts";
import { jobs } from "../../content/jobs.ts";
import { leaders } from "../../content/leaders.ts";
import { services } from "../../content/services.ts";
import { site } from "../../content/site.ts";
import { openJobs } from "../../domain/company/open-jobs.ts";
import { dayOf } from "../../domain/dates.ts";
import { lastChangeOf, type Post } from "../../domain/posts/post.ts";
import { widestPicture } from "./pictures.ts";

export type PageData = { readonly path: string; readonly origin: string; readonly post: Post | undefined };

type Crumb = { readonly name: string; readonly path: string };

/** The nodes of a page's JSON-LD graph. */
export function describePage(page: PageData): readonly Thing[] {
  const [, area = "", name] = page.path.split("/");
  if (page.path === "/") return [organization(page.origin), website(page.origin)];
  const crumbs: Crumb[] = [{ name: site.name, path: "/" }];
  const labels: Readonly<Record<string, string>> = AREAS;
  if (labels[area]) crumbs.push({ name: labels[area], path: `/${area}` });
  const subject = name ? describeEntry(page, area, name) : undefined;
  if (subject) crumbs.push({ name: subject.title, path: page.path });
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

function describeArea({ origin }: PageData, area: string): Thing[] {
  if (area === "contact") return [contactPage(origin), organization(origin)];
  if (area === "careers")
    return openJobs(jobs, dayOf(new Date().toISOString(), site.timeZone)).map((job) => jobPosting(job, origin));
  if (area === "about") return [organization(origin), ...leaders.map((leader) => person(leader, origin))];
  return [];
}

function describeEntry(
  { origin, post }: PageData,
  area: string,
  name: string,
): { title: string; node: Thing } | undefined {
  if (area === "blog" && post) return { title: post.title, node: blogPosting(post, origin) };
  const service = area === "services" && services.find(({ id }) => id === name);
  if (service) return { title: service.title, node: serviceNode(service, origin) };
  const study = area === "work" && caseStudies.find(({ slug }) => slug === name);
  if (study) return { title: study.title, node: creativeWork(study, origin) };
  return undefined;
}

const organizationId = (origin: string) => `${origin}/#organization`;

function organization(origin: string): Organization {
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    description: site.description,
    slogan: site.tagline,
    email: site.email,
    telephone: site.phone.label,
    foundingDate: String(site.founded),
    sameAs: site.social.map(({ href }) => href),
    address: site.offices.map(addressOf),
  };
}

function website(origin: string): WebSite {
  // Google requires "query-input", which schema-dts does not declare.
  const search = {
    "@type": "SearchAction",
    target: `${origin}/search?q={query}`,
    "query-input": "required name=query",
  };
  return {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: site.name,
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

function blogPosting(post: Post, origin: string): BlogPosting {
  const address = `${origin}/blog/${post.slug}`;
  return {
    "@type": "BlogPosting",
    "@id": `${address}#post`,
    headline: post.title,
    description: post.excerpt,
    url: address,
    mainEntityOfPage: address,
    image: new URL(widestPicture(post.image), origin).href,
    datePublished: post.publishedAt ?? post.date,
    dateModified: lastChangeOf(post),
    articleSection: post.category,
    keywords: [...post.tags],
    author: { "@type": "Person", name: post.author.name || site.name },
    publisher: { "@type": "Organization", "@id": organizationId(origin), name: site.name },
  };
}

function serviceNode({ id, title, description, image }: (typeof services)[number], origin: string): ServiceNode {
  return {
    "@type": "Service",
    name: title,
    description,
    url: `${origin}/services/${id}`,
    image: origin + widestPicture(image),
    serviceType: title,
    provider: { "@type": "Organization", "@id": organizationId(origin), name: site.name },
  };
}

function creativeWork(
  { slug, title, description, image, year, client }: (typeof caseStudies)[number],
  origin: string,
): CreativeWork {
  return {
    "@type": "CreativeWork",
    name: title,
    description,
    url: `${origin}/work/${slug}`,
    image: origin + widestPicture(image),
    dateCreated: String(year),
    about: { "@type": "Organization", name: client },
    creator: { "@type": "Organization", "@id": organizationId(origin), name: site.name },
  };
}

function jobPosting(job: (typeof jobs)[number] & { readonly closes?: string }, origin: string): JobPosting {
  const offices = site.offices.filter(({ city }) => (job.cities as readonly string[]).includes(city));
  return {
    "@type": "JobPosting",
    title: job.title,
    description: job.description,
    datePosted: job.posted,
    // Open until the end of that day.
    ...(job.closes && { validThrough: `${job.closes}T23:59` }),
    employmentType: "FULL_TIME",
    hiringOrganization: {
      "@type": "Organization",
      name: site.name,
      sameAs: origin,
      logo: `${origin}/icons/icon-512.png`,
    },
    jobLocation: offices.map((office): Place => ({ "@type": "Place", address: addressOf(office) })),
    directApply: true,
    url: `${origin}/careers`,
  };
}

function contactPage(origin: string): ContactPage {
  return {
    "@type": "ContactPage",
    url: `${origin}/contact`,
    name: `Contact ${site.name}`,
    about: { "@id": organizationId(origin) },
  };
}

function person({ name, title, bio, image, social }: (typeof leaders)[number], origin: string): Person {
  return {
    "@type": "Person",
    name,
    jobTitle: title,
    description: bio,
    image: origin + image,
    sameAs: Object.values(social),
    worksFor: { "@id": organizationId(origin) },
  };
}

function addressOf({ city, postal }: (typeof site.offices)[number]) {
  return {
    "@type": "PostalAddress",
    streetAddress: postal.street,
    addressLocality: city,
    addressRegion: postal.region,
    postalCode: postal.code,
    addressCountry: postal.country,
  } as const;
}
