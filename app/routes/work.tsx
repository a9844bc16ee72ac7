import { closingPicture } from "../../content/closings.ts";
import { addressOf } from "../../domain/content/addresses.ts";
import type { Entry } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { pick } from "../../domain/pick.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { CoverLink } from "../ui/marketing/cover-link.tsx";
import { Picture } from "../ui/picture.tsx";
import { CaseStudyPoster, posterOf } from "../ui/sections/case-study-poster.tsx";
import type { Route } from "./+types/work";
import "../styles/pages/work.css";
import "../ui/carried.css";

const MAX_SERVICES = 8;

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "Work",
    sitemap: "main",
    texts: "page-work",
    illustration: "case-commerce",
  },
  edits: ["page-work/main .page-head, closing", "case-studies/:id .poster-case", "services"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { services, "case-studies": studies, "page-work": texts } = context.get(siteContext).content;
  return {
    texts,
    studies: studies.map(posterOf),
    services: services.slice(0, MAX_SERVICES).map((service) => pick(service, "id", "slug", "title", "image", "tint")),
    night: closingPicture("dominoes"),
  };
}

export default function WorkPage({ loaderData: { texts, studies, services, night } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <p className="mid grid-right">{texts.lead}</p>
      </header>
      {studies.map((study, index) => (
        <CaseStudyPoster key={study.id} study={study} first={index === 0} />
      ))}
      <section className="plumb" aria-labelledby="services">
        <SectionHead id="services" {...texts.services} />
        <div className="grid">
          <ul className="service-tiles bleed subgrid">
            {services.map((service) => (
              <Tile key={service.id} service={service} />
            ))}
          </ul>
        </div>
      </section>
      <ClosingCall {...texts.closing} picture={night} />
    </>
  );
}

function Tile({
  service: { id, slug, title, image, tint },
}: {
  service: Pick<Entry<"services">, "id" | "slug" | "title" | "image" | "tint">;
}) {
  return (
    <li className={`tint tint-${tint}`}>
      <h3>
        <CoverLink carry={`service-${id}`} to={addressOf("services", { id, slug })}>
          {title}
        </CoverLink>
      </h3>
      <Picture carry={`service-${id}`} picture={{ ...image, alt: "" }} sizes="(width < 48rem) 75vw, 45vw" />
    </li>
  );
}
