import type { WebSite } from "schema-dts";
import { closingPicture } from "../../content/closings.ts";
import { words as catalogue } from "../../content/pages/home/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import { addressOf } from "../../domain/content/addresses.ts";
import type { Content } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts, SchemaSite } from "../../domain/content/page-facts.ts";
import { splitTagline } from "../../domain/content/split-tagline.ts";
import { pick } from "../../domain/pick.ts";
import type { Picture as PictureData } from "../../domain/picture.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { siteContext } from "../../server/context.ts";
import { PostDate } from "../ui/blog/post-date.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { PlumbMark } from "../ui/layout/plumb-mark.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { Testimonials } from "../ui/marketing/testimonials.tsx";
import { OpeningPicture, Picture } from "../ui/picture.tsx";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/home";
import "../styles/pages/home.css";

/** The page edges that the pictures of case studies bleed off, in turn. */
const SIDES = ["left", "right", "full"] as const;

export const handle = { shows: "posts" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "Home",
    sitemap: "main",
    illustration: "hero",
    schema: (site) => [site.organization, website(site)],
  },
  edits: [
    "page-home/main .home-hero",
    "services",
    "case-studies work",
    "pillars why",
    "testimonials",
    "/newsroom/posts insights",
    "closing/main closing",
  ],
};

export function meta({ loaderData: { name, tagline, description } }: Route.MetaArgs) {
  return [{ title: `${name}: ${tagline}` }, { name: "description", content: description }];
}

/** Selects the shown fields only: the complete services and case studies would otherwise be in the page's data. */
export async function loader({ context }: Route.LoaderArgs) {
  const { posts, content, language } = context.get(siteContext);
  const { home: alt } = pageWords(language).alts;
  const { identity, pillars, testimonials, closing, services, "page-home": texts, design } = content;
  return {
    ...identity,
    texts,
    pillars,
    testimonials,
    closing,
    ...("src" in design.home && { opening: design.home }),
    bob: { ...pictures.bob, alt: "" },
    hero: { wide: { ...pictures["hero-wide"], alt }, tall: { ...pictures["hero-tall"], alt } },
    night: closingPicture("cairn"),
    posts: await posts.latest(3),
    services: services
      .slice(0, 8)
      .map((service) =>
        Object.assign(pick(service, "id", "slug", "title", "line", "tint"), { image: fewer(service.image, 1800) }),
      ),
    studies: content["case-studies"].map((study) =>
      Object.assign(pick(study, "id", "slug", "title", "client", "sector", "year", "description"), {
        image: fewer(study.image, 1800),
        results: study.results.slice(0, 1),
      }),
    ),
  };
}

/** Each width costs bytes of the first ten packets; those for dense screens do not fit. */
function fewer({ widths, night, ...image }: PictureData, max: number): PictureData {
  const isUsed = (width: number) => width !== 1200 && width <= max;
  return { ...image, widths: widths.filter(isUsed), night: night?.filter(isUsed) };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { texts, posts, services, studies, pillars, testimonials, closing, night } = loaderData;
  // Sections without entries are left out and not counted.
  const why = studies.length > 0 ? 3 : 2;
  const last = why + (testimonials.length > 0 ? 2 : 1);
  return (
    <>
      <Hero {...loaderData} />
      <section className="plumb" aria-labelledby="services">
        <SectionHead id="services" {...texts.services} number={1} />
        <div className="grid">
          <ServiceGrid services={services} />
        </div>
      </section>
      {studies.length > 0 && (
        <section className="plumb" aria-labelledby="work">
          <SectionHead id="work" {...texts.work} number={2} />
          {studies.map((study, index) => (
            <CaseStudyCard key={study.id} study={study} side={SIDES[index % SIDES.length] ?? "left"} />
          ))}
        </section>
      )}
      {pillars.length > 0 && <Pillars head={texts.why} pillars={pillars} number={why} />}
      {testimonials.length > 0 && <Testimonials {...texts.testimonials} number={why + 1} testimonials={testimonials} />}
      {posts.length > 0 && <Insights head={texts.insights} posts={posts} number={last} />}
      <ClosingCall {...closing} picture={night} />
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Hero({ tagline, claim, texts, hero, bob, opening }: LoaderData) {
  const { introduction, actions } = useWords(catalogue);
  return (
    <section className={opening ? "home-hero own-picture grid" : "home-hero grid"} aria-label={introduction}>
      <Tagline text={tagline} />
      {!opening && (
        <Picture
          picture={hero.wide}
          phone={hero.tall}
          // 130vw wide on phones, but blurred there: the next smaller file suffices and has half the size.
          sizes="(width < 48rem) 108vw, 100vw"
          first
        />
      )}
      {!opening && (
        <div className="pendulum">
          <Picture picture={bob} sizes="(width < 48rem) 33vw, 11vw" first="low" />
        </div>
      )}
      <div className="claim">
        <p>
          <b className="figure">{claim.figure}</b> <span>{claim.text}</span>
        </p>
        <small>{claim.note}</small>
      </div>
      <div className="home-hero-text lead">
        <p>{texts.lead}</p>
        <div className="actions">
          <PageLink className="button" to="/contact">
            {actions.start}
          </PageLink>
          <PageLink className="arrow-link" to="/work">
            {actions.work}
          </PageLink>
        </div>
      </div>
      {opening && <OpeningPicture picture={opening} place="home" sizes="100vw" />}
    </section>
  );
}

/** Splits the tagline into two lines, whose letters align with the axis, and colours the last character. */
function Tagline({ text }: { text: string }) {
  const [first, second] = splitTagline(text);
  return (
    <h1>
      <span>{first}</span>{" "}
      <span>
        {second.slice(0, -1)}
        <i>{second.slice(-1)}</i>
      </span>
    </h1>
  );
}

type Head = { head: { title: string; intro: string }; number: number };

/** Services as gapless tiles; on phones as rows with the picture at the right edge. */
function ServiceGrid({ services }: Pick<LoaderData, "services">) {
  return (
    <ul className="service-grid bleed subgrid">
      {services.map(({ id, slug, title, line, image, tint }, index) => (
        <li key={id} className={`tint tint-${tint}`}>
          <h3 className="title-2" data-number={index + 1}>
            <CoverLink to={addressOf("services", { id, slug })}>{title}</CoverLink>
          </h3>
          <p>{line}</p>
          <Picture picture={{ ...image, alt: "" }} sizes="(width < 48rem) 60vw, (width < 75rem) 80vw, 55vw" />
        </li>
      ))}
    </ul>
  );
}

type Study = LoaderData["studies"][number];

/** A case study in a list; its first figure overlaps the picture's top edge. */
function CaseStudyCard({ study, side }: { study: Study; side: (typeof SIDES)[number] }) {
  const { actions } = useWords(catalogue);
  const { title, client, sector, year, description, image, results } = study;
  const [result] = results;
  return (
    <article className={`case-study-card grid ${side}-picture`}>
      {result && (
        <p className={isLong(result) ? "figure number many" : "figure number"}>
          <span>
            {result.figure}
            {result.unit && <i>{result.unit}</i>}
          </span>{" "}
          <em>{result.text}</em>
        </p>
      )}
      <figure>
        <Picture picture={image} sizes={side === "full" ? "100vw" : "(width < 48rem) 95vw, 67vw"} />
      </figure>
      <div className="case-study-card-text">
        <p className="meta">
          <b>{client}</b>
          {` ${sector}, ${year}`}
        </p>
        <h3 className="title-2">{title}</h3>
        <div>
          <p>{description}</p>
          <PageLink
            className="arrow-link"
            to={addressOf("case-studies", study)}
            aria-label={`${actions.study}: ${client}`}
          >
            {actions.study}
          </PageLink>
        </div>
      </div>
    </article>
  );
}

/** A unit is half as large as its figure. */
const isLong = ({ figure, unit = "" }: Study["results"][number]) => figure.length + unit.length / 2 > 3;

function Pillars({ head, pillars, number }: Pick<Content, "pillars"> & Head) {
  return (
    <section className="pillars" aria-labelledby="why">
      <div className="plumb">
        <SectionHead id="why" {...head} number={number} />
      </div>
      <div className="rod grid">
        {pillars.map(({ id, figure, unit, note, title, text }) => (
          <article className="pillar" key={id}>
            <PlumbMark />
            <p className="figure">
              {figure}
              {unit && <small>{unit}</small>}
            </p>
            <p className="note">{note}</p>
            <h3>{title}</h3>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

function Insights({ head, posts, number }: { posts: readonly PostSummary[] } & Head) {
  return (
    <section className="section plumb" aria-labelledby="insights">
      <SectionHead id="insights" {...head} number={number} />
      <div className="insights grid">
        {posts.map((post, index) => (
          <Insight key={post.id} post={post} lead={index === 0} />
        ))}
      </div>
    </section>
  );
}

function Insight({ post, lead }: { post: PostSummary; lead: boolean }) {
  const { slug, title, excerpt, image, category, date, author } = post;
  return (
    <article className={lead ? "lead-insight" : "insight"}>
      <div className="pic">
        <Picture picture={fewer(image, 1800)} sizes={lead ? "(width < 62rem) 100vw, 66vw" : "33vw"} />
      </div>
      <p className="meta">
        {category && <b>{category}</b>} <PostDate date={date} />
        {lead && <span>{author.name}</span>}
      </p>
      <h3 className={lead ? "title-2" : undefined}>
        <CoverLink to={`/blog/${slug}`}>{title}</CoverLink>
      </h3>
      <p>{excerpt}</p>
    </article>
  );
}

function website({ origin, home, publisher: { "@id": id, name }, content }: SchemaSite): WebSite {
  // Google requires "query-input", which schema-dts does not declare.
  const search = {
    "@type": "SearchAction",
    target: `${origin}/search?q={query}`,
    "query-input": "required name=query",
  };
  return {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name,
    url: home,
    inLanguage: content.language,
    publisher: { "@id": id },
    potentialAction: search as unknown as NonNullable<Exclude<WebSite, string>["potentialAction"]>,
  };
}
