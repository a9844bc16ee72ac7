import { servicePage as page } from "../../content/pages/service.ts";
import { pictures } from "../../content/pictures.ts";
import type { Entry } from "../../domain/content/collections.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { ServiceOffering } from "../ui/marketing/service-offering.tsx";
import { ServicePage } from "../ui/marketing/service-page.tsx";
import type { Route } from "./+types/strategy";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, { ...loaderData.texts.search, ...loaderData.service.search });
}

export function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(siteContext);
  const { services, phases, "service-details": details, "page-strategy": texts } = content;
  const service = services.find(({ id }) => id === "strategy");
  const offer = details.find(({ id }) => id === "digital-strategy") ?? details[0];
  if (!service || !offer) throw notFound({ ...page.missing, to: "/services" });
  return {
    texts: { ...texts, help: { ...content["page-service"].help, ...texts.help } },
    service,
    offer,
    phases,
    position: `${services.indexOf(service) + 1} of ${services.length}`,
    night: { ...pictures["closing-mobile-night-wide"], alt: "" },
  };
}

export default function StrategyPage({ loaderData }: Route.ComponentProps) {
  const { texts, service, offer, phases, position, night } = loaderData;
  return (
    <ServicePage {...texts} {...{ service, position, night }} steps={phases} crumb={page.crumb} action={page.action}>
      <DigitalStrategy offer={offer} />
    </ServicePage>
  );
}

function DigitalStrategy({ offer }: { offer: Entry<"service-details"> }) {
  return (
    <>
      <header className="service-offering-head grid">
        <h3 className="title-2 grid-left">{offer.title}</h3>
        <p className="lead grid-left">{offer.longDesc}</p>
      </header>
      {offer.offerings.map(({ title, description, items }) => (
        <ServiceOffering key={title} level="h4" title={title} text={description} items={items} />
      ))}
    </>
  );
}
