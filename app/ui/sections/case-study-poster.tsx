import { addressOf } from "../../../domain/content/addresses.ts";
import type { Entry } from "../../../domain/content/collections.ts";
import { pick } from "../../../domain/pick.ts";
import { backdropOf } from "../../../domain/picture.ts";
import { PageLink } from "../layout/page-link.tsx";
import { type Result, ResultFigure } from "../marketing/result-figure.tsx";
import { Picture } from "../picture.tsx";
import { useUiWords } from "../words.ts";
import "./case-study-poster.css";

const MAX_TAGS = 4;
const MAX_RESULTS = 2;

type Study = Entry<"case-studies">;
type Poster = ReturnType<typeof posterOf>;

export function posterOf(study: Study) {
  return {
    ...pick(study, "id", "slug", "title", "client", "sector", "year", "description", "image", "tint"),
    results: study.results.slice(0, MAX_RESULTS),
    services: study.services.slice(0, MAX_TAGS),
  };
}

/** A poster in the background colour of its picture, with the measured results below. */
export function CaseStudyPoster({ study, first = false, within }: { study: Poster; first?: boolean; within?: string }) {
  const { footer, viewCaseStudy } = useUiWords();
  const { id, title, client, sector, year, description, image, tint } = study;
  const headingId = within ? `${within}-${id}` : id;
  return (
    <article className="poster-case" aria-labelledby={headingId}>
      <div className={`poster tint tint-${tint} ${backdropOf(image)} grid`}>
        <div className="poster-text">
          <p className="meta">
            <b>{client}</b> {sector}, {year}
          </p>
          <h2 className="carried" id={headingId} data-carry={`title-case-${id}`}>
            {title}
          </h2>
          <p className="lead">{description}</p>
        </div>
        <Picture carry={`case-${id}`} picture={image} sizes="(width < 48rem) 120vw, 75vw" first={first} />
      </div>
      <div className="measured plumb grid">
        <Results results={study.results} />
        <div className="grid-right">
          <ul className="tags" aria-label={footer.services}>
            {study.services.map((service) => (
              <li className="tag" key={service}>
                {service}
              </li>
            ))}
          </ul>
          <PageLink
            className="arrow-link"
            to={addressOf("case-studies", study)}
            aria-label={`${viewCaseStudy}: ${client}`}
          >
            {viewCaseStudy}
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
