import { pagePictures } from "../../content/page-pictures.ts";
import { readLegalText } from "../../domain/content/legal-text.ts";
import { siteContext } from "../../server/context.ts";
import { searchMeta } from "../ui/layout/page-title.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/terms";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, loaderData.search);
}

export function loader({ context }: Route.LoaderArgs) {
  const { terms, contact } = context.get(siteContext).content;
  return {
    search: terms.search,
    text: readLegalText(terms),
    contact: { email: contact.email, phone: contact.phone },
    picture: { ...pagePictures.terms, alt: "" },
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData.text} contact={loaderData.contact} picture={loaderData.picture} />;
}
