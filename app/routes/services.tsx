import { closingPicture } from "../../content/closings.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { pick } from "../../domain/pick.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { Testimonials } from "../ui/marketing/testimonials.tsx";
import { ServiceIndex } from "../ui/sections/service-index.tsx";
import { Steps } from "../ui/sections/steps.tsx";
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
    services: services.map((service) => pick(service, "id", "slug", "title", "description", "image", "tint")),
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
        <ServiceIndex services={services} first />
      </section>
      <section className="plumb" aria-labelledby="approach">
        <SectionHead id="approach" {...texts.approach} />
        <Steps steps={approach} />
      </section>
      <Testimonials {...texts.testimonials} testimonials={testimonials} />
      <ClosingCall {...texts.closing} picture={night} />
    </>
  );
}
