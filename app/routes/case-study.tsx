import { caseStudies } from "../../content/case-studies.ts";
import { caseStudyPage as page } from "../../content/pages/case-study.ts";
import { pictures } from "../../content/pictures.ts";
import { site } from "../../content/site.ts";
import type { CaseStudy, Shot } from "../../domain/company/case-study.ts";
import type { Picture as PictureFacts } from "../../domain/picture.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { ResultFigure } from "../ui/marketing/result-figure.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/case-study";
import "../styles/pages/case-study.css";

const { sections } = page;
const RESULTS = 4;

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, description } = loaderData.study;
  return [{ title: `${title} | ${site.name}` }, { name: "description", content: description }];
}

export function loader({ params }: Route.LoaderArgs) {
  const study: CaseStudy | undefined = caseStudies.find(({ slug }) => slug === params.projectSlug);
  if (!study) throw notFound({ ...page.missing, to: "/work" });
  return { study };
}

export default function CaseStudyPage({ loaderData: { study } }: Route.ComponentProps) {
  return (
    <article>
      <Opening study={study} />
      <Overview study={study} />
      <Challenge study={study} />
      <Solution study={study} />
      <Results study={study} />
      <div className="grid">
        <blockquote className="team-quote">
          <p className="title-quote">“{study.quote}”</p>
          <footer>{`The ${study.client} team`}</footer>
        </blockquote>
        <div className="ends">
          <PageLink className="button" to="/contact">
            {page.actions.start}
          </PageLink>
          <PageLink className="arrow-link" to="/work">
            {page.actions.all}
          </PageLink>
        </div>
      </div>
    </article>
  );
}

type PartProps = { study: CaseStudy };

function Opening({ study: { title, client, description, image } }: PartProps) {
  return (
    <header className="page-head case-head grid">
      <nav className="crumb" aria-label="Breadcrumb">
        <PageLink to="/work">{page.crumb}</PageLink> / {client}
      </nav>
      <h1 className="grid-left">{title}</h1>
      <p className="lead grid-right">{description}</p>
      <figure className="bleed">
        <Picture picture={image} sizes="(width < 48rem) 112vw, 100vw" first />
      </figure>
    </header>
  );
}

/** The measured numbers, large, once it is told how they came about. */
function Results({ study: { results } }: PartProps) {
  return (
    <section className="measured grid" aria-labelledby="results">
      <h2 className="title-2" id="results">
        {sections.results.title}
      </h2>
      <ResultList className="case-results" results={results.slice(0, RESULTS)} />
    </section>
  );
}

function Overview({ study: { overview, services, technologies, results } }: PartProps) {
  return (
    <section className="case-overview section plumb grid" aria-labelledby="overview">
      <div className="overview grid-left prose">
        <h2 className="title-2" id="overview">
          {sections.overview.title}
        </h2>
        <p className="lead">{overview}</p>
        <h3 className="label">{sections.keyResults.title}</h3>
        <ResultList className="key-results" results={results} />
      </div>
      <div className="made-with grid-right">
        <NamedList title={sections.services.title} items={services} />
        <NamedList title={sections.technologies.title} items={technologies} />
      </div>
    </section>
  );
}

function ResultList({ className, results }: { className: string; results: CaseStudy["results"] }) {
  return (
    <dl className={className}>
      {results.map((result) => (
        <div key={result.text}>
          <dt>{result.text}</dt>
          <dd>
            <ResultFigure result={result} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NamedList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="label">{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

function Challenge({ study: { challenge, challengeImage } }: PartProps) {
  return (
    <section className="challenge section plumb grid" aria-labelledby="challenge">
      <figure className="rise">
        <Picture picture={challengeImage} sizes="(width < 48rem) 107vw, 75vw" />
      </figure>
      <div className="grid-right prose">
        <h2 className="title-2" id="challenge">
          {sections.challenge.title}
        </h2>
        <Paragraphs texts={challenge} />
      </div>
    </section>
  );
}

function Solution({ study: { solution, gallery, tint } }: PartProps) {
  return (
    <section aria-labelledby="solution">
      <div className="grid">
        <div className="grid-left prose">
          <h2 className="title-2" id="solution">
            {sections.solution.title}
          </h2>
          <Paragraphs texts={solution} />
        </div>
      </div>
      {gallery && (
        <div className={`shots tint tint-${tint} grid`}>
          {gallery.map((shot) => (
            <Screen key={shot.caption} shot={shot} />
          ))}
        </div>
      )}
    </section>
  );
}

function Screen({ shot: { picture, caption, device } }: { shot: Shot }) {
  return (
    <figure className={`${device}-shot`}>
      <figcaption>{caption}</figcaption>
      <Picture
        picture={picture}
        phone={narrowDrawing(picture)}
        sizes={device === "window" ? "(width < 48rem) 95vw, 62vw" : "(width < 48rem) 63vw, 336px"}
      />
    </figure>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

const drawings: Readonly<Record<string, Omit<PictureFacts, "alt"> | undefined>> = pictures;

/** A screen may have a second drawing for phones: same name with "-narrow". */
function narrowDrawing({ src, alt }: PictureFacts): PictureFacts | undefined {
  const [name] = src.slice("/art/".length).split(".");
  const drawing = drawings[`${name}-narrow`];
  return drawing && { ...drawing, alt };
}
