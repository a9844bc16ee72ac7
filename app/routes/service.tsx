import { redirect } from "react-router";
import { servicePage as page } from "../../content/pages/service.ts";
import { pictures } from "../../content/pictures.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
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
  return searchMeta(matches, { ...loaderData.service, ...loaderData.service.search });
}

export function loader({ params, context }: Route.LoaderArgs) {
  const alias = aliases.get(params.serviceId);
  if (alias) throw redirect(`/services/${alias}`, 301);
  const { services, phases, "service-details": details, "page-service": texts } = context.get(siteContext).content;
  const service = services.find(({ id }) => id === params.serviceId);
  if (!service) throw notFound({ ...page.missing, to: "/services" });
  const offers = details.slice(0, 3).map(({ id, title, longDesc, offerings }) => ({
    id,
    title,
    text: longDesc,
    items: offerings.map((offering) => offering.title),
  }));
  const position = `${services.indexOf(service) + 1} of ${services.length}`;
  return { texts, service, phases, offers, position, night: { ...pictures["closing-mobile-night-wide"], alt: "" } };
}

export default function ServiceRoute({ loaderData }: Route.ComponentProps) {
  const { texts, service, phases, offers, position, night } = loaderData;
  return (
    <ServicePage {...texts} {...{ service, position, night }} steps={phases} crumb={page.crumb} action={page.action}>
      {offers.map(({ id, ...offer }) => (
        <ServiceOffering key={id} {...offer} />
      ))}
    </ServicePage>
  );
}
