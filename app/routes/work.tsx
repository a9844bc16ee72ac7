import { caseStudies } from "../../content/case-studies.ts";
import { workPage as page } from "../../content/pages/work.ts";
import { pictures } from "../../content/pictures.ts";
import { services } from "../../content/services.ts";
import type { CaseStudy, Result } from "../../domain/company/case-study.ts";
import type { Service } from "../../domain/company/service.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { ResultFigure } from "../ui/marketing/result-figure.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/work";
import "../styles/pages/work.css";

const MAX_TAGS = 4;
const MAX_RESULTS = 2;
const MAX_SERVICES = 8;

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pageTitle(matches, page.title) }, { name: "description", content: page.description }];
}

export default function WorkPage() {
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{page.heading}</h1>
        <p className="lead grid-right">{page.lead}</p>
      </header>
      {caseStudies.map((study, index) => (
        <CaseStudyPoster key={study.id} study={study} first={index === 0} />
      ))}
      <section className="plumb" aria-labelledby="services">
        <SectionHead id="services" title={page.sections.services.title}>
          {page.sections.services.intro}
        </SectionHead>
        <div className="grid">
          <ul className="service-tiles bleed subgrid">
            {services.slice(0, MAX_SERVICES).map((service) => (
              <Tile key={service.id} service={service} />
            ))}
          </ul>
        </div>
      </section>
      <ClosingCall {...page.closing} picture={{ ...pictures["closing-dominoes-night-wide"], alt: "" }} />
    </>
  );
}

/** A poster in the background colour of its picture, with the measured results below. */
function CaseStudyPoster({ study, first }: { study: CaseStudy; first: boolean }) {
  const { slug, title, client, sector, year, description, image, tint } = study;
  return (
    <article className="poster-case" aria-labelledby={slug}>
      <div className={`poster tint tint-${tint} grid`}>
        <div className="poster-text">
          <p className="meta">
            <b>{client}</b> {sector}, {year}
          </p>
          <h2 id={slug}>{title}</h2>
          <p className="lead">{description}</p>
        </div>
        <Picture picture={image} sizes="(width < 48rem) 120vw, 75vw" first={first} />
      </div>
      <div className="measured plumb grid">
        <Results results={study.results.slice(0, MAX_RESULTS)} />
        <div className="grid-right">
          <ul className="tags" aria-label="Services">
            {study.services.slice(0, MAX_TAGS).map((service) => (
              <li className="tag" key={service}>
                {service}
              </li>
            ))}
          </ul>
          <PageLink className="arrow-link" to={`/work/${slug}`} aria-label={`${page.action}: ${client}`}>
            {page.action}
          </PageLink>
        </div>
      </div>
    </article>
  );
}

function Results({ results }: { results: readonly Result[] }) {
  return results.map((result) => (
    <p className="measure" key={result.text}>
      <ResultFigure result={result} /> <span>{result.text}</span>
    </p>
  ));
}

function Tile({ service: { id, title, image, tint } }: { service: Service }) {
  return (
    <li className={`tint tint-${tint}`}>
      <h3>
        <CoverLink to={`/services/${id}`}>{title}</CoverLink>
      </h3>
      <Picture picture={{ ...image, alt: "" }} sizes="(width < 48rem) 75vw, 45vw" />
    </li>
  );
}
