import type { JobPosting, Place } from "schema-dts";
import { words as catalogue } from "../../content/pages/careers/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import { jobPlaces } from "../../domain/company/company.ts";
import type { Entry } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts, SchemaSite } from "../../domain/content/page-facts.ts";
import { type RichBlock, richBlocks } from "../../domain/content/rich-blocks.ts";
import { plainText } from "../../domain/content/rich-text.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import { RichText } from "../ui/sections/rich-text.tsx";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/careers";
import "../styles/pages/careers.css";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "Careers",
    sitemap: "main",
    texts: "page-careers",
    illustration: "careers-cubes",
    about: "Open positions.",
    schema: (site) => site.content.jobs.map((job) => jobPosting(job, site)),
  },
  edits: ["page-careers/main .hero", "jobs positions", "benefits"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { content, language } = context.get(siteContext);
  const { jobs: open, benefits, "page-careers": texts } = content;
  const { careers: alt } = pageWords(language).alts;
  const jobs = open.map(({ id, title, department, location, type, description }) => {
    return { id, title, department, location, type, description: richBlocks(description, 4) };
  });
  return { texts, jobs, benefits, picture: { ...pictures["careers-cubes"], alt } };
}

export default function Careers({ loaderData: { texts, jobs, benefits, picture } }: Route.ComponentProps) {
  return (
    <>
      <Hero variant="cube" title={texts.heading} text={texts.lead} picture={picture} />
      <section className="plumb" aria-labelledby="positions">
        <SectionHead id="positions" {...texts.positions} number={1} />
        <ul className="jobs grid">
          {jobs.map((job) => (
            <Position key={job.id} job={job} />
          ))}
        </ul>
      </section>
      <section className="benefits" aria-labelledby="benefits">
        <SectionHead id="benefits" {...texts.benefits} number={2} />
        <ul className="grid">
          {benefits.map(({ id, title, text }) => (
            <li key={id}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type Job = Pick<Entry<"jobs">, "id" | "title" | "department" | "location" | "type"> & {
  readonly description: readonly RichBlock[];
};

function Position({ job }: { job: Job }) {
  const { apply, types } = useWords(catalogue);
  const { id, title, department, location, type, description } = job;
  return (
    <li id={id}>
      <div className="name">
        <h3 className="title-2">{title}</h3>
        <ul className="tags">
          <li className="tag">{department}</li>
          <li className="tag">{location}</li>
          <li className="tag">{types[type]}</li>
        </ul>
      </div>
      <div className="jobs-text">
        <RichText blocks={description} />
        <PageLink className="button" to={`/contact?job=${id}`} aria-label={`${apply}: ${title}`}>
          {apply}
        </PageLink>
      </div>
    </li>
  );
}

const EMPLOYMENT_TYPES = {
  "Full-time": "FULL_TIME",
  "Part-time": "PART_TIME",
  Contract: "CONTRACTOR",
  Internship: "INTERN",
} as const satisfies Record<Entry<"jobs">["type"], string>;

function jobPosting(job: Entry<"jobs">, { origin, content }: SchemaSite): JobPosting {
  const places = jobPlaces(job.cities, content.contact.offices);
  return {
    "@type": "JobPosting",
    title: job.title,
    description: plainText(job.description),
    datePosted: job.posted,
    // Open until the end of that day.
    ...(job.closes && { validThrough: `${job.closes}T23:59` }),
    employmentType: EMPLOYMENT_TYPES[job.type],
    hiringOrganization: {
      "@type": "Organization",
      name: content.identity.name,
      sameAs: origin,
      logo: new URL("/icons/icon-512.png", origin).href,
    },
    jobLocation: places.map((address): Place => ({ "@type": "Place", address })),
    directApply: true,
    url: `${origin}/careers`,
  };
}
