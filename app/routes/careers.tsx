import { pictures } from "../../content/pictures.ts";
import type { Entry } from "../../domain/content/collections.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import type { Route } from "./+types/careers";
import "../styles/pages/careers.css";

const ALT = "A red cube hovers above the gap it would fill in a block of pale ones.";
const APPLY = "Apply Now";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, loaderData.texts.search);
}

export function loader({ context }: Route.LoaderArgs) {
  const { jobs, benefits, "page-careers": texts } = context.get(siteContext).content;
  return { texts, jobs, benefits, picture: { ...pictures["careers-cubes"], alt: ALT } };
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

function Position({ job }: { job: Entry<"jobs"> }) {
  const { id, title, department, location, type, description } = job;
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
        <p>{description}</p>
        <PageLink className="button" to={`/contact?job=${id}`} aria-label={`${APPLY}: ${title}`}>
          {APPLY}
        </PageLink>
      </div>
    </li>
  );
}
