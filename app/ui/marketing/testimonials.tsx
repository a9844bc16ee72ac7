import type { Entry } from "../../../domain/content/collections.ts";
import { SectionHead } from "../layout/section-head.tsx";
import "./testimonials.css";

type Testimonial = Entry<"testimonials">;

type TestimonialsProps = {
  title: string;
  intro: string;
  number?: number;
  testimonials: readonly Testimonial[];
};

/** Quotes of clients: the first one across the page, its author right of the line. */
export function Testimonials({ title, intro, number, testimonials }: TestimonialsProps) {
  return (
    <section className="section" aria-labelledby="testimonials">
      <div className="plumb">
        <SectionHead id="testimonials" {...{ title, intro }} number={number} />
      </div>
      <div className="testimonials grid">
        {testimonials.map(({ id, quote, name, title: role, company, image }) => (
          <figure className="testimonial" key={id}>
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <img src={image} width="600" height="600" alt={`Portrait of ${name}`} loading="lazy" />
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
