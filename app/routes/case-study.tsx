import { caseStudyPage as page } from "../../content/pages/case-study.ts";
import { pictures } from "../../content/pictures.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import { addressOf } from "../../domain/content/entry-pages.ts";
import type { Page, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import type { Picture as PictureData } from "../../domain/picture.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { type Result, ResultFigure } from "../ui/marketing/result-figure.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/case-study";
import "../styles/pages/case-study.css";
import "../styles/pages/case-study-screens.css";

const MAX_RESULTS = 4;

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content }) => content["case-studies"].map(pageOfStudy),
  edits: ["case-studies/:key .case-head, overview, results, challenge, solution"],
};

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, { ...loaderData.study, ...loaderData.study.search });
}

export function loader({ params, context }: Route.LoaderArgs) {
  const { "case-studies": studies, "page-case-study": titles, testimonials } = context.get(siteContext).content;
  const index = studies.findIndex(({ id, slug }) => (slug ?? id) === params.projectSlug);
  const study = studies[index];
  if (!study) throw notFound({ ...page.missing, to: "/work" });
  const shots = study.gallery.map((shot) => ({
    ...shot,
    phone: versionOf(shot.picture, "narrow"),
    before: versionOf(shot.picture, "before"),
  }));
  const { id, slug, title, client, image } = studies[(index + 1) % studies.length] ?? study;
  const portrait = testimonials.find(({ company }) => company === study.client)?.image;
  return { titles, study, shots, next: { id, ...(slug && { slug }), title, client, image }, portrait };
}

export default function CaseStudyPage({ loaderData }: Route.ComponentProps) {
  const { study, next, portrait } = loaderData;
  return (
    <article>
      <PageHead study={study} />
      <Overview {...loaderData} />
      <Challenge {...loaderData} />
      <Solution {...loaderData} />
      <Results {...loaderData} />
      <div className="grid">
        <blockquote className="team-quote">
          <p className="title-quote">“{study.quote}”</p>
          <footer>{`The ${study.client} team`}</footer>
        </blockquote>
        {portrait && <img className="team-portrait" src={portrait} width="600" height="600" alt="" loading="lazy" />}
        <div className="ends">
          <PageLink className="button" to="/contact">
            {page.actions.start}
          </PageLink>
          <PageLink className="arrow-link" to="/work">
            {page.actions.all}
          </PageLink>
        </div>
      </div>
      <NextCase {...next} />
    </article>
  );
}

function NextCase({ id, slug, title, client, image }: Route.ComponentProps["loaderData"]["next"]) {
  return (
    <section className="next-case grid" aria-labelledby="next-case">
      <div className="grid-left">
        <p className="meta">
          <b>{page.next}</b> {client}
        </p>
        <p className="title-quote" id="next-case">
          <CoverLink carry={`case-${id}`} to={addressOf("case-studies", { id, slug })}>
            {title}
          </CoverLink>
        </p>
      </div>
      <figure className="bleed">
        <Picture carry={`case-${id}`} picture={{ ...image, alt: "" }} sizes="(width < 48rem) 112vw, 100vw" />
      </figure>
    </section>
  );
}

type SectionProps = { study: Entry<"case-studies">; titles: Content["page-case-study"] };

function PageHead({ study: { id, title, client, description, image } }: Pick<SectionProps, "study">) {
  return (
    <header className="page-head case-head grid">
      <nav className="crumb" aria-label="Breadcrumb">
        <PageLink to="/work">{page.crumb}</PageLink> / {client}
      </nav>
      <h1 className="grid-left carried" data-carry={`title-case-${id}`}>
        {title}
      </h1>
      <p className="lead grid-right">{description}</p>
      <figure className="bleed">
        <Picture carry={`case-${id}`} picture={image} sizes="(width < 48rem) 112vw, 100vw" first />
      </figure>
    </header>
  );
}

function Results({ titles, study: { results } }: SectionProps) {
  return (
    <section className="case-measured grid" aria-labelledby="results">
      <h2 className="title-2" id="results">
        {titles.results}
      </h2>
      <ResultList className="case-results" results={results.slice(0, MAX_RESULTS)} />
    </section>
  );
}

function Overview({ titles, study: { overview, services, technologies, results } }: SectionProps) {
  return (
    <section className="case-overview section plumb grid" aria-labelledby="overview">
      <div className="overview grid-left prose">
        <h2 className="title-2" id="overview">
          {titles.overview}
        </h2>
        <p className="lead">{overview}</p>
        <h3 className="label">{titles.keyResults}</h3>
        <ResultList className="key-results" results={results} />
      </div>
      <div className="made-with grid-right">
        <NamedList title={titles.services} items={services} />
        <NamedList title={titles.technologies} items={technologies} />
      </div>
    </section>
  );
}

function ResultList({ className, results }: { className: string; results: readonly Result[] }) {
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

function Challenge({ titles, study: { challenge, challengeImage } }: SectionProps) {
  return (
    <section className="challenge section plumb grid" aria-labelledby="challenge">
      <figure>
        <Picture picture={challengeImage} sizes="(width < 62rem) 107vw, 75vw" />
      </figure>
      <div className="grid-right prose">
        <h2 className="title-2" id="challenge">
          {titles.challenge}
        </h2>
        <Paragraphs texts={challenge} />
      </div>
    </section>
  );
}

function Solution({ titles, study: { solution, tint }, shots }: SectionProps & { shots: readonly Shot[] }) {
  return (
    <section aria-labelledby="solution">
      <div className="solution plumb grid">
        <div className="grid-left prose">
          <h2 className="title-2" id="solution">
            {titles.solution}
          </h2>
          <Paragraphs texts={solution} />
        </div>
      </div>
      {shots.length > 0 && (
        <div className={`shots tint tint-${tint} grid`}>
          {shots.map((shot) => (
            <Screen key={shot.caption} shot={shot} />
          ))}
        </div>
      )}
    </section>
  );
}

type Shot = Entry<"case-studies">["gallery"][number] & Partial<Record<"phone" | "before", PictureData | undefined>>;

function Screen({ shot: { picture, phone, before, caption, device } }: { shot: Shot }) {
  const sizes =
    device === "window"
      ? "(width < 48rem) 95vw, (width < 62rem) 52vw, 62vw"
      : "(width < 48rem) 63vw, (width < 62rem) 40vw, min(22.7vw, 384px)";
  return (
    <figure className={`${device}-shot`}>
      <figcaption>{caption}</figcaption>
      {before ? (
        // The slider works without scripts: CSS reads the position of its thumb. Browsers without support for that show
        // both pictures side by side.
        <div className="compare">
          <Picture picture={{ ...before, alt: page.before }} sizes={sizes} />
          <Picture className="compare-after" picture={picture} sizes={sizes} />
          <input type="range" defaultValue={30} aria-label={page.compare} />
        </div>
      ) : (
        <Picture picture={picture} phone={phone} phoneBelow="62rem" sizes={sizes} />
      )}
    </figure>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

const picturesByName: Readonly<Record<string, Omit<PictureData, "alt"> | undefined>> = pictures;

/** A screenshot may have a version for narrow pages (suffix "-narrow") and one from before the project (suffix "-before"). */
function versionOf({ src, alt }: PictureData, suffix: string): PictureData | undefined {
  const [name] = src.slice("/art/".length).split(".");
  const version = picturesByName[`${name}-${suffix}`];
  return version && { ...version, alt };
}

function pageOfStudy(study: Entry<"case-studies">): Page {
  const { id, slug, title, client, sector, year, description, overview, challenge, solution, technologies } = study;
  return {
    path: addressOf("case-studies", { id, slug }),
    label: title,
    parent: "/work",
    sitemap: "work",
    found: {
      kind: "Work",
      title,
      text: `${client}. ${description}`,
      body: [client, sector, description, overview, ...challenge, ...solution, ...technologies].join(" "),
    },
    picture: study.image,
    card: { title, section: client },
    search: study.search,
    schema: ({ origin, publisher, pictureUrl }) => [
      {
        "@type": "CreativeWork",
        name: title,
        description: study.search?.description ?? description,
        url: study.search?.canonical ?? origin + addressOf("case-studies", { id, slug }),
        image: pictureUrl(study.image),
        dateCreated: String(year),
        about: { "@type": "Organization", name: client },
        creator: publisher,
      },
    ],
  };
}
