import { closingPicture } from "../../content/closings.ts";
import type { Entry } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { Testimonials } from "../ui/marketing/testimonials.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/services";
import "../styles/pages/services.css";
import "../ui/carried.css";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: { label: "Services", sitemap: "main", texts: "page-services", illustration: "service-design" },
  edits: ["page-services/main .page-head, closing", "services list", "approach", "testimonials"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { approach, services, testimonials, "page-services": texts } = context.get(siteContext).content;
  return {
    texts,
    approach,
    testimonials,
    services: services.map(({ id, title, description, image, tint }) => ({ id, title, description, image, tint })),
    night: closingPicture("mobile"),
  };
}

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  const { texts, approach, services, testimonials, night } = loaderData;
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <p className="mid grid-right">{texts.lead}</p>
      </header>
      <section className="plumb" aria-labelledby="list">
        <SectionHead id="list" {...texts.list} />
        <ul className="service-index grid">
          {services.map((service, index) => (
            <ServiceItem key={service.id} service={service} first={index === 0} />
          ))}
        </ul>
      </section>
      <section className="plumb" aria-labelledby="approach">
        <SectionHead id="approach" {...texts.approach} />
        <div className="grid">
          <ol className="steps">
            {approach.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Testimonials {...texts.testimonials} testimonials={testimonials} />
      <ClosingCall {...texts.closing} picture={night} />
    </>
  );
}

type Item = Pick<Entry<"services">, "id" | "title" | "description" | "image" | "tint">;

function ServiceItem({ service, first }: { service: Item; first: boolean }) {
  const { id, title, description, image, tint } = service;
  return (
    <li>
      <div className={`pic tint-${tint}`}>
        <Picture
          carry={`service-${id}`}
          picture={{ ...image, alt: "" }}
          sizes="(width < 48rem) 60vw, 67vw"
          first={first}
        />
      </div>
      <div className="service-index-text">
        <h3 className="title-2">
          <CoverLink carry={`service-${id}`} to={`/services/${id}`}>
            {title}
          </CoverLink>
        </h3>
        <p>{description}</p>
      </div>
    </li>
  );
}
