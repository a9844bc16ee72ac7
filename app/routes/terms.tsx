import { terms } from "../../content/legal.ts";
import { termsPage as page } from "../../content/pages/terms.ts";
import { site } from "../../content/site.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
];

export default function Terms() {
  return <LegalText title={page.heading} lead={page.lead} {...terms} />;
}
