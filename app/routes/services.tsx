import { servicesPage as page } from "../../content/pages/services.ts";
import { pictures } from "../../content/pictures.ts";
import { services } from "../../content/services.ts";
import { testimonials } from "../../content/testimonials.ts";
import type { Service } from "../../domain/company/service.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { Steps } from "../ui/marketing/steps.tsx";
import { Testimonials } from "../ui/marketing/testimonials.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/services";
import "../styles/pages/services.css";

const { sections } = page;

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pageTitle(matches, page.title) }, { name: "description", content: page.description }];
}

export function loader({ context }: Route.LoaderArgs) {
  return { approach: context.get(siteContext).content.approach };
}

export default function ServicesPage({ loaderData: { approach } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{page.heading}</h1>
        <p className="lead grid-right">{page.lead}</p>
      </header>
      <section className="plumb" aria-labelledby="list">
        <SectionHead id="list" title={sections.list.title} number={1}>
          {sections.list.intro}
        </SectionHead>
        <ul className="service-index grid">
          {services.map((service, index) => (
            <ServiceItem key={service.id} service={service} first={index === 0} />
          ))}
        </ul>
      </section>
      <section className="plumb" aria-labelledby="approach">
        <SectionHead id="approach" title={sections.approach.title} number={2}>
          {sections.approach.intro}
        </SectionHead>
        <Steps steps={approach} />
      </section>
      <Testimonials {...sections.testimonials} number={3} testimonials={testimonials} />
      <ClosingCall {...page.closing} picture={{ ...pictures["closing-mobile-night-wide"], alt: "" }} />
    </>
  );
}

function ServiceItem({ service, first }: { service: Service; first: boolean }) {
  const { id, title, description, image, tint } = service;
  return (
    <li>
      <div className={`pic rise tint-${tint}`}>
        <Picture picture={{ ...image, alt: "" }} sizes="(width < 48rem) 95vw, 67vw" first={first} />
      </div>
      <div className="service-index-text">
        <h3 className="title-2">
          <CoverLink to={`/services/${id}`}>{title}</CoverLink>
        </h3>
        <p>{description}</p>
      </div>
    </li>
  );
}
