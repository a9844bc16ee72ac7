import { redirect } from "react-router";
import { servicePage as page } from "../../content/pages/service.ts";
import { pictures } from "../../content/pictures.ts";
import { serviceDetails } from "../../content/service-details.ts";
import { services } from "../../content/services.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import { ServiceOffering } from "../ui/marketing/service-offering.tsx";
import { ServicePage } from "../ui/marketing/service-page.tsx";
import type { Route } from "./+types/service";

/** Other ids of a service, used by the footer and the service details. */
const aliases = new Map([
  ["experience-design", "design"],
  ["ux-design", "design"],
  ["digital-strategy", "strategy"],
  ["cro", "conversion"],
]);

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.service;
  return [{ title: pageTitle(matches, title) }, { name: "description", content: description }];
}

export function loader({ params, context }: Route.LoaderArgs) {
  const alias = aliases.get(params.serviceId);
  if (alias) throw redirect(`/services/${alias}`, 301);
  const service = services.find(({ id }) => id === params.serviceId);
  if (!service) throw notFound({ ...page.missing, to: "/services" });
  const { phases } = context.get(siteContext).content;
  return { service, phases, position: `${services.indexOf(service) + 1} of ${services.length}` };
}

export default function ServiceRoute({ loaderData: { service, phases, position } }: Route.ComponentProps) {
  return (
    <ServicePage
      service={service}
      crumb={page.crumb}
      position={position}
      {...page.sections}
      steps={phases}
      action={page.action}
      night={{ ...pictures["closing-mobile-night-wide"], alt: "" }}
    >
      {serviceDetails.slice(0, 3).map(({ id, title, longDesc, offerings }) => (
        <ServiceOffering key={id} title={title} text={longDesc} items={offerings.map((offering) => offering.title)} />
      ))}
    </ServicePage>
  );
}
