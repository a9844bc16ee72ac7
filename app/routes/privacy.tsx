import { pictures } from "../../content/pictures.ts";
import { readLegalText } from "../../domain/content/legal-text.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageMeta } from "../ui/layout/page-title.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/privacy";

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  page: { label: "Privacy Policy", sitemap: "legal", texts: "privacy", illustration: "case-finance-challenge" },
  edits: ["privacy/main .page-head"],
};

export const meta = pageMeta;

export function loader({ context }: Route.LoaderArgs) {
  const { privacy, contact } = context.get(siteContext).content;
  return {
    texts: { search: privacy.search, ...readLegalText(privacy) },
    contact: { email: contact.email, phone: contact.phone },
    picture: { ...pictures["case-finance-challenge"], alt: "" },
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData.texts} contact={loaderData.contact} picture={loaderData.picture} />;
}
