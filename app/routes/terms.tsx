import { pictures } from "../../content/pictures.ts";
import { readLegalText } from "../../domain/content/legal-text.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/terms";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: { label: "Terms of Service", sitemap: "legal", texts: "terms", illustration: "post-cairn" },
  edits: ["terms/main .page-head"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { terms, contact } = context.get(siteContext).content;
  return {
    texts: { search: terms.search, ...readLegalText(terms) },
    contact: { email: contact.email, phone: contact.phone },
    picture: { ...pictures["post-cairn"], alt: "" },
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData.texts} contact={loaderData.contact} picture={loaderData.picture} />;
}
