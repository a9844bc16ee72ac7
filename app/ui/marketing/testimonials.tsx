import type { Entry } from "../../../domain/content/collections.ts";
import { SectionHead } from "../layout/section-head.tsx";
import { useUiWords } from "../words.ts";
import "./testimonials.css";

type Testimonial = Entry<"testimonials">;

type TestimonialsProps = {
  id?: string;
  title: string;
  intro: string;
  number?: number;
  testimonials: readonly Testimonial[];
};

/** Quotes of clients: the first one across the page, its author right of the line. */
export function Testimonials({ id = "testimonials", title, intro, number, testimonials }: TestimonialsProps) {
  const { portrait } = useUiWords();
  if (testimonials.length === 0) return null;
  return (
    <section className="section" aria-labelledby={id}>
      <div className="plumb">
        <SectionHead {...{ id, title, intro, number }} />
      </div>
      <div className="testimonials grid">
        {testimonials.map(({ id: key, quote, name, title: role, company, image }) => (
          <figure className="testimonial" key={key}>
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <img src={image} width="600" height="600" alt={portrait(name)} loading="lazy" />
              <span>
                <b>{name}</b>
                {` ${role}, ${company}`}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
