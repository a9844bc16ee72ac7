import { words as catalogue } from "../../content/pages/careers/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import type { Entry } from "../../domain/content/collections.ts";
import { jobPosting, jobsWithForm } from "../../domain/content/job-posting.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { type RichBlock, richBlocks } from "../../domain/content/rich-blocks.ts";
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
    // Where jobs have pages, these say it.
    schema: (site) =>
      jobsWithForm(site.content).length > 0 ? [] : site.content.jobs.map((job) => jobPosting(job, site, "/careers")),
  },
  edits: ["page-careers/main .hero", "jobs positions", "benefits"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { content, language } = context.get(siteContext);
  const { jobs: open, benefits, "page-careers": texts } = content;
  const { alts, types } = pageWords(language);
  const hasPages = jobsWithForm(content).length > 0;
  const jobs = open.map(({ id, title, department, location, type, description }) => {
    const apply = hasPages ? `/careers/${id}` : `/contact?job=${id}`;
    return { id, apply, title, department, location, type: types[type], description: richBlocks(description, 4) };
  });
  return { texts, jobs, benefits, picture: { ...pictures["careers-cubes"], alt: alts.careers } };
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

type Job = Pick<Entry<"jobs">, "id" | "title" | "department" | "location"> & {
  readonly type: string;
  readonly apply: string;
  readonly description: readonly RichBlock[];
};

function Position({ job }: { job: Job }) {
  const words = useWords(catalogue);
  const { id, apply, title, department, location, type, description } = job;
  return (
    <li id={id}>
      <div className="name">
        <h3 className="title-2">{title}</h3>
        <ul className="tags">
          <li className="tag">{department}</li>
          <li className="tag">{location}</li>
          <li className="tag">{type}</li>
        </ul>
      </div>
      <div className="jobs-text">
        <RichText blocks={description} />
        <PageLink className="button" to={apply} aria-label={`${words.apply}: ${title}`}>
          {words.apply}
        </PageLink>
      </div>
    </li>
  );
}
