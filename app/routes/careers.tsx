import { benefits, jobs } from "../../content/jobs.ts";
import { careersPage as page } from "../../content/pages/careers.ts";
import { site } from "../../content/site.ts";
import type { Job } from "../../domain/company/company.ts";
import { openJobs } from "../../domain/company/open-jobs.ts";
import { dayOf } from "../../domain/dates.ts";
import { slugify } from "../../domain/posts/slug.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import type { Route } from "./+types/careers";
import "../styles/pages/careers.css";

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
];

/** Computed on the server, in the agency's time zone. */
export function loader() {
  return { open: openJobs(jobs, dayOf(new Date().toISOString(), site.timeZone)).map(({ title }) => title) };
}

export default function Careers({ loaderData: { open } }: Route.ComponentProps) {
  const { positions, benefits: benefitsText } = page.sections;
  return (
    <>
      <Hero variant="cube" title={page.heading} text={page.lead} picture={page.image} />
      <section className="plumb" aria-labelledby="positions">
        <SectionHead id="positions" title={positions.title} number={1}>
          {positions.intro}
        </SectionHead>
        <ul className="jobs grid">
          {jobs.map(
            (job) => open.includes(job.title) && <Position key={job.title} job={job} action={positions.action} />,
          )}
        </ul>
      </section>
      <section className="benefits" aria-labelledby="benefits">
        <SectionHead id="benefits" title={benefitsText.title} number={2}>
          {benefitsText.intro}
        </SectionHead>
        <ul className="grid">
          {benefits.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Position({ job, action }: { job: Job; action: string }) {
  const { title, department, location, type, description } = job;
  const slug = slugify(title);
  return (
    <li id={slug}>
      <div className="name">
        <h3>{title}</h3>
        <ul className="tags">
          <li className="tag">{department}</li>
          <li className="tag">{location}</li>
          <li className="tag">{type}</li>
        </ul>
      </div>
      <div className="jobs-text">
        <p>{description}</p>
        <PageLink className="button" to={`/contact?job=${slug}`} aria-label={`${action}: ${title}`}>
          {action}
        </PageLink>
      </div>
    </li>
  );
}
