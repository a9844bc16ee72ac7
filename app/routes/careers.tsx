import { careersPage as page } from "../../content/pages/careers.ts";
import { site } from "../../content/site.ts";
import { openJobs } from "../../domain/company/open-jobs.ts";
import type { Entry } from "../../domain/content/collections.ts";
import { dayOf } from "../../domain/dates.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import type { Route } from "./+types/careers";
import "../styles/pages/careers.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "description", content: page.description },
];

/** Computed on the server, in the agency's time zone. */
export function loader({ context }: Route.LoaderArgs) {
  const { jobs, benefits } = context.get(siteContext).content;
  return { jobs: openJobs(jobs, dayOf(new Date().toISOString(), site.timeZone)), benefits };
}

export default function Careers({ loaderData: { jobs, benefits } }: Route.ComponentProps) {
  const { positions, benefits: benefitsText } = page.sections;
  return (
    <>
      <Hero variant="cube" title={page.heading} text={page.lead} picture={page.image} />
      <section className="plumb" aria-labelledby="positions">
        <SectionHead id="positions" title={positions.title} number={1}>
          {positions.intro}
        </SectionHead>
        <ul className="jobs grid">
          {jobs.map((job) => (
            <Position key={job.id} job={job} action={positions.action} />
          ))}
        </ul>
      </section>
      <section className="benefits" aria-labelledby="benefits">
        <SectionHead id="benefits" title={benefitsText.title} number={2}>
          {benefitsText.intro}
        </SectionHead>
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

function Position({ job, action }: { job: Entry<"jobs">; action: string }) {
  const { id, title, department, location, type, description } = job;
  return (
    <li id={id}>
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
        <PageLink className="button" to={`/contact?job=${id}`} aria-label={`${action}: ${title}`}>
          {action}
        </PageLink>
      </div>
    </li>
  );
}
