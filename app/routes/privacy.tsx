import { privacy } from "../../content/legal.ts";
import { privacyPage as page } from "../../content/pages/privacy.ts";
import { site } from "../../content/site.ts";
import { LegalText } from "../ui/legal-text.tsx";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
];

export default function Privacy() {
  return <LegalText title={page.heading} lead={page.lead} {...privacy} />;
}
