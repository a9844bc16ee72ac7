import { privacy } from "../../content/legal.ts";
import { privacyPage as page } from "../../content/pages/privacy.ts";
import { site } from "../../content/site.ts";
import { siteContext } from "../../server/context.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
];

export function loader({ context }: Route.LoaderArgs) {
  return { messageDays: context.get(siteContext).messageRetentionDays };
}

export default function Privacy({ loaderData: { messageDays } }: Route.ComponentProps) {
  return <LegalText title={page.heading} lead={page.lead} {...privacy(messageDays)} />;
}
