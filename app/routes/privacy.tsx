import { privacy } from "../../content/legal.ts";
import { privacyPage as page } from "../../content/pages/privacy.ts";
import { factsOf, fillFacts } from "../../domain/content/fill-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "description", content: page.description },
];

export function loader({ context }: Route.LoaderArgs) {
  const { content, messageRetentionDays } = context.get(siteContext);
  return { facts: factsOf(content, messageRetentionDays) };
}

export default function Privacy({ loaderData: { facts } }: Route.ComponentProps) {
  return <LegalText title={page.heading} lead={page.lead} {...fillFacts(privacy, facts)} />;
}
