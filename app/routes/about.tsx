import type { Person } from "schema-dts";
import { closingPicture } from "../../content/closings.ts";
import { words as catalogue } from "../../content/pages/about/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { Hero } from "../ui/marketing/hero.tsx";
import { Stats } from "../ui/sections/stats.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/about";
import "../styles/pages/about.css";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "About",
    sitemap: "main",
    texts: "page-about",
    illustration: "about-mobile",
    schema: ({ origin, content, organization, publisher }) => [
      organization,
      ...content.leaders.map(({ name, title, bio, image, social }): Person => ({
        "@type": "Person",
        name,
        jobTitle: title,
        description: bio,
        image: new URL(image, origin).href,
        sameAs: Object.values(social).filter((href) => href !== undefined),
        worksFor: { "@id": publisher["@id"] },
      })),
    ],
  },
  edits: ["page-about/main .hero, story, closing", "values", "leaders", "figures/main stats"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { content, language } = context.get(siteContext);
  const { values, leaders, figures, "page-about": texts } = content;
  const { about: alt } = pageWords(language).alts;
  return {
    texts,
    values,
    leaders,
    stats: figures.stats,
    picture: { ...pictures["about-mobile"], alt },
    night: closingPicture("cradle"),
  };
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { texts, values, leaders, stats, picture, night } = loaderData;
  return (
    <>
      <Hero title={texts.heading} text={texts.lead} picture={picture} />
      <Story {...texts.story} />
      <Values head={texts.values} values={values} />
      {leaders.length > 0 && <Leadership head={texts.leaders} leaders={leaders} />}
      <Stats id="stats" {...texts.stats} number={leaders.length > 0 ? 4 : 3} stats={stats} />
      <ClosingCall {...texts.closing} to="/careers" picture={night} />
    </>
  );
}

type Texts = Content["page-about"];
type Head<Name extends "values" | "leaders"> = { head: Texts[Name] };

function Story({ title, intro, paragraphs: [first, ...rest] }: Texts["story"]) {
  return (
    <section className="section plumb" aria-labelledby="story">
      <SectionHead id="story" {...{ title, intro }} number={1} />
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

function Values({ head, values }: Pick<Content, "values"> & Head<"values">) {
  return (
    <section className="section plumb" aria-labelledby="values">
      <SectionHead id="values" {...head} number={2} />
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

function Leadership({ head, leaders }: Pick<Content, "leaders"> & Head<"leaders">) {
  return (
    <section aria-labelledby="leaders">
      <SectionHead id="leaders" {...head} number={3} />
      <ul className="leaders grid">
        {leaders.map((leader) => (
          <LeaderCard key={leader.id} leader={leader} />
        ))}
      </ul>
    </section>
  );
}

function LeaderCard({ leader }: { leader: Entry<"leaders"> }) {
  const words = useWords(catalogue);
  const { portrait } = useUiWords();
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
              <a key={label} href={href} rel="noopener" aria-label={words.profile(name, label)}>
                {label}
              </a>
            ))}
          </p>
        )}
      </div>
      <img src={image} width="1744" height="1744" alt={portrait(name)} loading="lazy" />
    </li>
  );
}
