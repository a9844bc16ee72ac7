import { story } from "../../content/about.ts";
import { aboutPage as page } from "../../content/pages/about.ts";
import { pictures } from "../../content/pictures.ts";
import type { Figure } from "../../domain/company/company.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { PlumbMark } from "../ui/layout/plumb-mark.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import type { Route } from "./+types/about";
import "../styles/pages/about.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "description", content: page.description },
];

export function loader({ context }: Route.LoaderArgs) {
  const { values, leaders, figures } = context.get(siteContext).content;
  return { values, leaders, stats: figures.stats };
}

export default function About({ loaderData: { values, leaders, stats } }: Route.ComponentProps) {
  return (
    <>
      <Hero title={page.heading} text={page.lead} picture={story.image} />
      <Story />
      <Values values={values} />
      <Leadership leaders={leaders} />
      <Stats stats={stats} />
      <div className="drop plumb" />
      <ClosingCall
        {...page.sections.careers}
        to="/careers"
        picture={{ ...pictures["closing-cradle-night-wide"], alt: "" }}
      />
    </>
  );
}

function Story() {
  const { title, intro } = page.sections.story;
  const [first, ...rest] = story.paragraphs;
  return (
    <section className="section plumb" aria-labelledby="story">
      <SectionHead id="story" title={title} number={1}>
        {intro}
      </SectionHead>
      <div className="story-text grid">
        <p className="grid-left">{first}</p>
        <div className="grid-right prose">
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

function Values({ values }: Pick<Content, "values">) {
  const { title, intro } = page.sections.values;
  return (
    <section className="section plumb" aria-labelledby="values">
      <SectionHead id="values" title={title} number={2}>
        {intro}
      </SectionHead>
      <ul className="values grid">
        {values.map((value) => (
          <li key={value.id}>
            <h3>{value.title}</h3>
            <p>{value.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Leadership({ leaders }: Pick<Content, "leaders">) {
  const { title, intro } = page.sections.leaders;
  return (
    <section aria-labelledby="leaders">
      <SectionHead id="leaders" title={title} number={3}>
        {intro}
      </SectionHead>
      <ul className="leaders grid">
        {leaders.map((leader) => (
          <LeaderCard key={leader.id} leader={leader} />
        ))}
      </ul>
    </section>
  );
}

function LeaderCard({ leader }: { leader: Entry<"leaders"> }) {
  const { name, title, bio, image, social } = leader;
  const links = [
    { label: "LinkedIn", href: social.linkedin },
    { label: "X", href: social.twitter },
  ].filter(({ href }) => href);
  return (
    <li>
      <div className="leaders-text">
        <h3 className="title-2">{name}</h3>
        <p className="role">{title}</p>
        <p>{bio}</p>
        {links.length > 0 && (
          <p className="links">
            {links.map(({ label, href }) => (
              <a key={label} href={href} rel="noopener" aria-label={`${name} on ${label}`}>
                {label}
              </a>
            ))}
          </p>
        )}
      </div>
      <img src={image} width="1744" height="1744" alt={`Portrait of ${name}`} loading="lazy" />
    </li>
  );
}

function Stats({ stats }: Content["figures"]) {
  const { title, intro } = page.sections.stats;
  const longest = Math.max(...stats.map(lengthOf));
  return (
    <section className="stats" aria-labelledby="stats">
      <SectionHead id="stats" title={title} number={4}>
        {intro}
      </SectionHead>
      <ul className="grid">
        {stats.map((stat) => (
          <li key={stat.label}>
            {/* The cord's length is proportional to the number; the viewBox scales it without inline styles. */}
            <svg className="cord" viewBox={`0 0 ${longest} ${lengthOf(stat)}`} aria-hidden="true">
              <path d={`M0 0V${lengthOf(stat)}`} />
            </svg>
            <PlumbMark />
            <p>
              <span className="figure">{stat.figure}</span> <span>{stat.label}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function lengthOf({ figure }: Figure): number {
  return Number.parseInt(figure, 10);
}
