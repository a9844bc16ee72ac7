import { caseStudies } from "../../content/case-studies.ts";
import { homePage as page } from "../../content/pages/home.ts";
import { pictures } from "../../content/pictures.ts";
import { services } from "../../content/services.ts";
import type { Content } from "../../domain/content/collections.ts";
import { fillFacts } from "../../domain/content/fill-facts.ts";
import { formatDate } from "../../domain/dates.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { PlumbMark } from "../ui/layout/plumb-mark.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { type Side, CaseStudyCard } from "../ui/marketing/case-study-card.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { ServiceGrid } from "../ui/marketing/service-grid.tsx";
import { Testimonials } from "../ui/marketing/testimonials.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/home";
import "../styles/pages/home.css";

const { sections } = page;
const sides: readonly Side[] = ["left", "right", "full"];

export const handle = { shows: "posts" };

export function meta({ loaderData: { name, tagline, description } }: Route.MetaArgs) {
  return [{ title: `${name}: ${tagline}` }, { name: "description", content: description }];
}

/** Selects the shown fields only: the complete services and case studies would otherwise be in the page's data. */
export async function loader({ context }: Route.LoaderArgs) {
  const { posts, content } = context.get(siteContext);
  const { identity, pillars, testimonials, closing } = content;
  return {
    ...identity,
    pillars,
    testimonials,
    closing,
    posts: await posts.latest(3),
    services: services.slice(0, 8).map(({ id, title, line, image, tint }) => ({ id, title, line, image, tint })),
    studies: caseStudies.map(({ id, slug, title, client, sector, year, description, image, results: [result] }) => ({
      id,
      slug,
      title,
      client,
      sector,
      year,
      description,
      image,
      results: [result],
    })),
  };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { posts, services: gridServices, studies, name, tagline, claim, pillars, testimonials, closing } = loaderData;
  return (
    <>
      <Hero tagline={tagline} claim={claim} />
      <section className="plumb" aria-labelledby="services">
        <SectionHead id="services" title={sections.services.title} number={1}>
          {sections.services.intro}
        </SectionHead>
        <div className="grid">
          <ServiceGrid services={gridServices} />
        </div>
      </section>
      <section className="plumb" aria-labelledby="work">
        <SectionHead id="work" title={sections.work.title} number={2}>
          {sections.work.intro}
        </SectionHead>
        {studies.map((study, index) => (
          <CaseStudyCard
            key={study.id}
            study={study}
            side={sides[index % sides.length] ?? "left"}
            action={sections.work.action}
          />
        ))}
      </section>
      <Pillars title={fillFacts(sections.why.title, { name })} pillars={pillars} />
      <Testimonials
        title={sections.testimonials.title}
        intro={sections.testimonials.intro}
        number={4}
        testimonials={testimonials}
      />
      <Insights posts={posts} />
      <ClosingCall {...closing} picture={{ ...pictures["closing-cairn-night-wide"], alt: "" }} />
    </>
  );
}

function Hero({ tagline, claim }: Pick<Content["identity"], "tagline" | "claim">) {
  return (
    <section className="home-hero grid" aria-label="Introduction">
      <Tagline text={tagline} />
      <Picture
        picture={{ ...pictures["hero-wide"], alt: page.alt }}
        phone={{ ...pictures["hero-tall"], alt: page.alt }}
        // 130vw wide on phones, but blurred there: the next smaller file suffices and has half the size.
        sizes="(width < 48rem) 108vw, 100vw"
        first
      />
      <div className="claim">
        <p>
          <b className="figure">{claim.figure}</b> <span>{claim.text}</span>
        </p>
        <small>{claim.note}</small>
      </div>
      <div className="home-hero-text lead">
        <p>{page.lead}</p>
        <div className="actions">
          <PageLink className="button" to="/contact">
            {page.actions.start}
          </PageLink>
          <PageLink className="arrow-link" to="/work">
            {page.actions.work}
          </PageLink>
        </div>
      </div>
    </section>
  );
}

/** Splits the tagline into two lines, whose letters align with the axis, and colours the last character. */
function Tagline({ text }: { text: string }) {
  const space = text.indexOf(" ");
  return (
    <h1>
      <span>{text.slice(0, space)}</span>{" "}
      <span>
        {text.slice(space + 1, -1)}
        <i>{text.slice(-1)}</i>
      </span>
    </h1>
  );
}

function Pillars({ title: heading, pillars }: Pick<Content, "pillars"> & { title: string }) {
  return (
    <section className="pillars" aria-labelledby="why">
      <SectionHead id="why" title={heading} number={3}>
        {sections.why.intro}
      </SectionHead>
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

function Insights({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <section className="section plumb" aria-labelledby="insights">
      <SectionHead id="insights" title={sections.insights.title} number={5}>
        {sections.insights.intro}
      </SectionHead>
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
      <div className="pic rise">
        <Picture picture={image} sizes={lead ? "(width < 48rem) 100vw, 66vw" : "(width < 48rem) 112px, 33vw"} />
      </div>
      <p className="meta">
        {category && <b>{category}</b>} <time dateTime={date}>{formatDate(date)}</time>
        {lead && <span>{author.name}</span>}
      </p>
      <h3 className={lead ? "title-2" : undefined}>
        <CoverLink to={`/blog/${slug}`}>{title}</CoverLink>
      </h3>
      <p>{excerpt}</p>
    </article>
  );
}
