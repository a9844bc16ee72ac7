import type { Entry } from "../../../domain/content/collections.ts";
import { SectionHead } from "../layout/section-head.tsx";
import "./testimonials.css";

type Testimonial = Entry<"testimonials">;

type TestimonialsProps = {
  id?: string;
  title: string;
  intro: string;
  number?: number;
  testimonials: readonly Testimonial[];
};

/** Quotes of clients: the first one large, its portrait bleeding off the right edge. */
export function Testimonials({ id = "testimonials", title, intro, number, testimonials }: TestimonialsProps) {
  const [first, ...others] = testimonials;
  return (
    <section className="section" aria-labelledby={id}>
      <div className="plumb">
        <SectionHead {...{ id, title, intro, number }} />
      </div>
      <div className="testimonials grid">
        {first && <LeadTestimonial testimonial={first} />}
        {others.map((testimonial) => (
          <figure className="testimonial" key={testimonial.id}>
            <Portrait testimonial={testimonial} />
            <div>
              <Quote testimonial={testimonial} />
            </div>
          </figure>
        ))}
      </div>
    </section>
  );
}

function LeadTestimonial({ testimonial }: { testimonial: Testimonial }) {
  return (
    <figure className="testimonial-lead subgrid">
      <div className="grid-left">
        <Quote testimonial={testimonial} />
      </div>
      <Portrait testimonial={testimonial} />
    </figure>
  );
}

function Quote({ testimonial: { quote, name, title, company } }: { testimonial: Testimonial }) {
  return (
    <>
      <blockquote>
        <p>{quote}</p>
      </blockquote>
      <figcaption>
        <b>{name}</b>
        {` ${title}, ${company}`}
      </figcaption>
    </>
  );
}

function Portrait({ testimonial: { image, name } }: { testimonial: Testimonial }) {
  return <img src={image} width="600" height="600" alt={`Portrait of ${name}`} loading="lazy" />;
}
