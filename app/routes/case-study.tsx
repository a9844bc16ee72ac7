import { studyClosing } from "../../content/closings.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { words as catalogue } from "../../content/pages/work/words.ts";
import { pictures } from "../../content/pictures.ts";
import { addressOf } from "../../domain/content/addresses.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import type { Page, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { type RichBlock, richBlocks } from "../../domain/content/rich-blocks.ts";
import { plainText } from "../../domain/content/rich-text.ts";
import { backdropOf, type Picture as PictureData } from "../../domain/picture.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { type Result, ResultFigure } from "../ui/marketing/result-figure.tsx";
import { Picture } from "../ui/picture.tsx";
import { RichBlocks } from "../ui/sections/rich-text.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/case-study";
import "../styles/pages/case-study.css";
import "../ui/carried.css";
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
  const { content, language } = context.get(siteContext);
  const { "case-studies": studies, "page-case-study": titles, testimonials } = content;
  const { missing, closings } = pageWords(language);
  const index = studies.findIndex(({ id, slug }) => (slug ?? id) === params.projectSlug);
  const stored = studies[index];
  if (!stored) throw notFound({ ...missing.project, to: "/work" });
  const study = {
    ...stored,
    overview: richBlocks(stored.overview, 3),
    challenge: richBlocks(stored.challenge, 3),
    solution: richBlocks(stored.solution, 3),
  };
  const shots = study.gallery.map((shot) => ({
    ...shot,
    phone: versionOf(shot.picture, "narrow"),
    before: versionOf(shot.picture, "before"),
  }));
  const { id, slug, title, client, sector, image } = studies[(index + 1) % studies.length] ?? stored;
  const portrait = testimonials.find(({ company }) => company === study.client)?.image;
  const closing = closings[index % closings.length] ?? closings[0];
  const next = { id, ...(slug && { slug }), title, client, sector, image };
  return { titles, study, shots, next, portrait, closing: { ...closing, picture: studyClosing(index) } };
}

export default function CaseStudyPage({ loaderData }: Route.ComponentProps) {
  const { study, next, portrait, closing } = loaderData;
  const words = useWords(catalogue);
  return (
    <>
      <article>
        <PageHead study={study} />
        <Overview {...loaderData} />
        <Challenge {...loaderData} />
        <Solution {...loaderData} />
        <Results {...loaderData} />
        <blockquote className={`team-quote tint tint-${study.tint} grid`}>
          <p>{study.quote}</p>
          <footer className="mid">
            {portrait && <img src={portrait} width="600" height="600" alt="" loading="lazy" />}
            {words.team(study.client)}
          </footer>
        </blockquote>
      </article>
      <NextCase {...next} />
      <ClosingCall {...closing} action={words.actions.start} />
    </>
  );
}

function NextCase({ id, slug, title, client, sector, image }: Route.ComponentProps["loaderData"]["next"]) {
  const words = useWords(catalogue);
  return (
    <section className={`next-case ${backdropOf(image)} grid`} aria-labelledby="next-case">
      <div>
        <p className="meta">
          <b>{words.next}</b> {client}, {sector}
        </p>
        <h2 className="title-quote" id="next-case">
          <CoverLink carry={`case-${id}`} to={addressOf("case-studies", { id, slug })}>
            {title}
          </CoverLink>
        </h2>
        <PageLink className="arrow-link" to="/work">
          {words.actions.all}
        </PageLink>
      </div>
      <Picture carry={`case-${id}`} picture={{ ...image, alt: "" }} sizes="(width < 48rem) 100vw, 60vw" />
    </section>
  );
}

type Texts = "overview" | "challenge" | "solution";
type Study = Omit<Entry<"case-studies">, Texts> & Readonly<Record<Texts, readonly RichBlock[]>>;
type SectionProps = { study: Study; titles: Content["page-case-study"] };

function PageHead({ study: { id, title, client, description, image } }: Pick<SectionProps, "study">) {
  const { crumb } = useWords(catalogue);
  const { navigation } = useUiWords();
  return (
    <header className="page-head case-head grid">
      <nav className="crumb" aria-label={navigation.breadcrumb}>
        <PageLink to="/work">{crumb}</PageLink> / {client}
      </nav>
      <h1 className="grid-left carried" data-carry={`title-case-${id}`}>
        {title}
      </h1>
      <p className="mid grid-right">{description}</p>
      <figure className="bleed">
        <Picture carry={`case-${id}`} picture={image} sizes="(width < 48rem) 112vw, 100vw" first />
      </figure>
    </header>
  );
}

/** The line is where the client stood: each bar grows from the left edge, across it or not quite to it. */
function Results({ titles, study: { results } }: SectionProps) {
  return (
    <section className="case-measured" aria-labelledby="results">
      <div className="grid">
        <h2 className="title-2" id="results">
          {titles.results}
        </h2>
      </div>
      <dl className="case-results plumb grid">
        {results.slice(0, MAX_RESULTS).map((result) => (
          <div className="subgrid" key={result.text}>
            <dt>{result.text}</dt>
            <dd>
              <ResultFigure result={result} />
            </dd>
            {result.was && result.now && result.share !== undefined && <Bar {...result} />}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** In a view box of 150 percent, so that 100 is at two thirds: the axis. */
function Bar({ was, now, share = 0 }: Result) {
  const { compared } = useWords(catalogue);
  return (
    <dd className="bar">
      <span>
        {compared.before} <b>{was}</b>
      </span>
      <svg viewBox="0 0 150 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(share, 0.5)} height="1" />
      </svg>
      <span>
        {compared.after} <b>{now}</b>
      </span>
    </dd>
  );
}

function Overview({ titles, study: { overview, services, technologies, results } }: SectionProps) {
  return (
    <section className="case-overview section plumb grid" aria-labelledby="overview">
      <div className="overview grid-left prose">
        <h2 className="title-2" id="overview">
          {titles.overview}
        </h2>
        <RichBlocks blocks={overview} className="mid" />
      </div>
      <div className="made-with grid-right">
        <NamedList title={titles.services} items={services} />
        <NamedList title={titles.technologies} items={technologies} />
      </div>
      <h3 className="label">{titles.keyResults}</h3>
      <dl className="key-results">
        {results.map((result) => (
          <div key={result.text}>
            <dt>{result.text}</dt>
            <dd>
              <ResultFigure result={result} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
        <RichBlocks blocks={challenge} />
      </div>
    </section>
  );
}

function Solution({ titles, study: { solution, tint }, shots }: SectionProps & { shots: readonly Shot[] }) {
  const { screens } = useWords(catalogue);
  const compared = shots.filter(({ before }) => before);
  const wide = shots.filter(({ device, before }) => device === "window" && !before);
  const phones = shots.filter(({ device, before }) => device === "phone" && !before);
  return (
    <section aria-labelledby="solution">
      <div className="solution plumb grid">
        <div className="grid-left prose">
          <h2 className="title-2" id="solution">
            {titles.solution}
          </h2>
          <RichBlocks blocks={solution} />
        </div>
      </div>
      {wide.map((shot) => (
        <figure className="wide-shot" key={shot.caption}>
          <Picture picture={shot.picture} phone={shot.phone} sizes="100vw" />
          <figcaption>{shot.caption}</figcaption>
        </figure>
      ))}
      {phones.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls on phones.
        <div className={`phones tint tint-${tint}`} tabIndex={0} role="region" aria-label={screens}>
          {phones.map(({ picture, caption }) => (
            <figure key={caption}>
              <figcaption>{caption}</figcaption>
              <Picture picture={picture} sizes="(width < 48rem) 62vw, min(26vw, 400px)" />
            </figure>
          ))}
        </div>
      )}
      {compared.map((shot) => (
        <Compare key={shot.caption} shot={shot} />
      ))}
    </section>
  );
}

type Shot = Entry<"case-studies">["gallery"][number] & Partial<Record<"phone" | "before", PictureData | undefined>>;

// Its middle is the axis, so that the slider's bob begins on the page's line. The slider works without scripts: CSS reads
// the position of its thumb. Browsers without support for that show both pictures side by side.
function Compare({ shot: { picture, before, caption } }: { shot: Shot }) {
  const words = useWords(catalogue);
  if (!before) return null;
  const sizes = "(width < 48rem) 60vw, min(33vw, 420px)";
  return (
    <figure className="compared plumb grid">
      <figcaption className="mid">{caption}</figcaption>
      <div className="compare" data-before={words.compared.before} data-after={words.compared.after}>
        <Picture picture={{ ...before, alt: words.before }} sizes={sizes} />
        <Picture className="compare-after" picture={picture} sizes={sizes} />
        <input type="range" defaultValue={50} aria-label={words.compare} />
      </div>
    </figure>
  );
}

const picturesByName: Readonly<Record<string, Omit<PictureData, "alt"> | undefined>> = pictures;

/** A screenshot may have a version for narrow pages (suffix "-narrow") and one from before the project (suffix "-before"). */
function versionOf({ src, alt }: PictureData, suffix: string): PictureData | undefined {
  const [name] = src.slice("/art/".length).split(".");
  const version = picturesByName[`${name}-${suffix}`];
  return version && { ...version, alt };
}

function pageOfStudy(study: Entry<"case-studies">): Page {
  const { id, slug, title, client, sector, year, description, technologies } = study;
  const texts = [study.overview, study.challenge, study.solution].map(plainText);
  return {
    path: addressOf("case-studies", { id, slug }),
    label: title,
    parent: "/work",
    sitemap: "work",
    found: {
      kind: "Work",
      title,
      text: `${client}. ${description}`,
      body: [client, sector, description, ...texts, ...technologies].join(" "),
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
