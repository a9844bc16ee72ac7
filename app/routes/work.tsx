import { closingPicture } from "../../content/closings.ts";
import type { Entry } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { backdropOf } from "../../domain/picture.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { type Result, ResultFigure } from "../ui/marketing/result-figure.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/work";
import "../styles/pages/work.css";
import "../ui/carried.css";

const MAX_TAGS = 4;
const MAX_RESULTS = 2;
const MAX_SERVICES = 8;

const VIEW = "View Case Study";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "Work",
    sitemap: "main",
    texts: "page-work",
    illustration: "case-commerce",
    about: "Case studies with their results.",
  },
  edits: ["page-work/main .page-head, closing", "case-studies/:id .poster-case", "services"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { services, "case-studies": studies, "page-work": texts } = context.get(siteContext).content;
  return {
    texts,
    studies: studies.map(({ id, title, client, sector, year, description, image, tint, results, services: tags }) => ({
      id,
      title,
      client,
      sector,
      year,
      description,
      image,
      tint,
      results: results.slice(0, MAX_RESULTS),
      services: tags.slice(0, MAX_TAGS),
    })),
    services: services.slice(0, MAX_SERVICES).map(({ id, title, image, tint }) => ({ id, title, image, tint })),
    night: closingPicture("dominoes"),
  };
}

export default function WorkPage({ loaderData: { texts, studies, services, night } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <p className="mid grid-right">{texts.lead}</p>
      </header>
      {studies.map((study, index) => (
        <CaseStudyPoster key={study.id} study={study} first={index === 0} />
      ))}
      <section className="plumb" aria-labelledby="services">
        <SectionHead id="services" {...texts.services} />
        <div className="grid">
          <ul className="service-tiles bleed subgrid">
            {services.map((service) => (
              <Tile key={service.id} service={service} />
            ))}
          </ul>
        </div>
      </section>
      <ClosingCall {...texts.closing} picture={night} />
    </>
  );
}

type Study = Route.ComponentProps["loaderData"]["studies"][number];

/** A poster in the background colour of its picture, with the measured results below. */
function CaseStudyPoster({ study, first }: { study: Study; first: boolean }) {
  const { id, title, client, sector, year, description, image, tint } = study;
  return (
    <article className="poster-case" aria-labelledby={id}>
      <div className={`poster tint tint-${tint} ${backdropOf(image)} grid`}>
        <div className="poster-text">
          <p className="meta">
            <b>{client}</b> {sector}, {year}
          </p>
          <h2 className="carried" id={id} data-carry={`title-case-${id}`}>
            {title}
          </h2>
          <p className="lead">{description}</p>
        </div>
        <Picture carry={`case-${id}`} picture={image} sizes="(width < 48rem) 120vw, 75vw" first={first} />
      </div>
      <div className="measured plumb grid">
        <Results results={study.results} />
        <div className="grid-right">
          <ul className="tags" aria-label="Services">
            {study.services.map((service) => (
              <li className="tag" key={service}>
                {service}
              </li>
            ))}
          </ul>
          <PageLink className="arrow-link" to={`/work/${id}`} aria-label={`${VIEW}: ${client}`}>
            {VIEW}
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

function Tile({
  service: { id, title, image, tint },
}: {
  service: Pick<Entry<"services">, "id" | "title" | "image" | "tint">;
}) {
  return (
    <li className={`tint tint-${tint}`}>
      <h3>
        <CoverLink carry={`service-${id}`} to={`/services/${id}`}>
          {title}
        </CoverLink>
      </h3>
      <Picture carry={`service-${id}`} picture={{ ...image, alt: "" }} sizes="(width < 48rem) 75vw, 45vw" />
    </li>
  );
}
