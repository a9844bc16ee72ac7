import type { Testimonial } from "../../../domain/company/company.ts";
import { SectionHead } from "../layout/section-head.tsx";
import "./testimonials.css";

type StoriesProps = {
  title: string;
  intro: string;
  number: number;
  testimonials: readonly Testimonial[];
};

/** What clients said: the first one loud, with the portrait bleeding right of the line. */
export function Testimonials({ title, intro, number, testimonials }: StoriesProps) {
  const [first, ...others] = testimonials;
  return (
    <section className="section" aria-labelledby="stories">
      <div className="plumb">
        <SectionHead id="stories" title={title} number={number}>
          {intro}
        </SectionHead>
      </div>
      <div className="stories grid">
        {first && <LoudStory story={first} />}
        {others.map((story) => (
          <figure className="story" key={story.id}>
            <Portrait story={story} />
            <div>
              <Quote story={story} />
            </div>
          </figure>
        ))}
      </div>
    </section>
  );
}

function LoudStory({ story }: { story: Testimonial }) {
  return (
    <figure className="loud-story subgrid">
      <div className="left">
        <Quote story={story} />
      </div>
      <Portrait story={story} />
    </figure>
  );
}

function Quote({ story: { quote, name, title, company } }: { story: Testimonial }) {
  return (
    <>
      <blockquote>
        <p>{quote}</p>
      </blockquote>
      <figcaption>
        <b>{name}</b> {title}, {company}
      </figcaption>
    </>
  );
}

function Portrait({ story: { image, name } }: { story: Testimonial }) {
  return <img src={image} width="600" height="600" alt={`Drawn portrait of ${name}`} loading="lazy" />;
}
