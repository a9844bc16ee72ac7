import { servicePage } from "../../content/pages/service.ts";
import { strategyPage as page } from "../../content/pages/strategy.ts";
import { pictures } from "../../content/pictures.ts";
import { serviceDetails } from "../../content/service-details.ts";
import { services } from "../../content/services.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { ServiceOffering } from "../ui/marketing/service-offering.tsx";
import { ServicePage } from "../ui/marketing/service-page.tsx";
import type { Route } from "./+types/strategy";

const [service] = services;
const [strategy] = serviceDetails;

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pageTitle(matches, page.title) }, { name: "description", content: page.description }];
}

export function loader({ context }: Route.LoaderArgs) {
  return { phases: context.get(siteContext).content.phases };
}

export default function StrategyPage({ loaderData: { phases } }: Route.ComponentProps) {
  return (
    <ServicePage
      service={service}
      crumb={servicePage.crumb}
      position={`1 of ${services.length}`}
      help={{ ...servicePage.sections.help, ...page.sections.help }}
      offerings={page.sections.offer}
      process={page.sections.process}
      steps={phases}
      action={servicePage.action}
      night={{ ...pictures["closing-mobile-night-wide"], alt: "" }}
    >
      <DigitalStrategy />
    </ServicePage>
  );
}

function DigitalStrategy() {
  return (
    <>
      <header className="service-offering-head grid">
        <h3 className="title-2 grid-left">{strategy.title}</h3>
        <p className="lead grid-left">{strategy.longDesc}</p>
      </header>
      {strategy.offerings.map(({ title, description, items }) => (
        <ServiceOffering key={title} level="h4" title={title} text={description} items={items} />
      ))}
    </>
  );
}
