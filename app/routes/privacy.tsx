import { pagePictures } from "../../content/page-pictures.ts";
import { readLegalText } from "../../domain/content/legal-text.ts";
import { siteContext } from "../../server/context.ts";
import { searchMeta } from "../ui/layout/page-title.ts";
import { LegalText } from "../ui/marketing/legal-text.tsx";
import type { Route } from "./+types/privacy";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, loaderData.search);
}

export function loader({ context }: Route.LoaderArgs) {
  const { privacy, contact } = context.get(siteContext).content;
  return {
    search: privacy.search,
    text: readLegalText(privacy),
    contact: { email: contact.email, phone: contact.phone },
    picture: { ...pagePictures.privacy, alt: "" },
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData.text} contact={loaderData.contact} picture={loaderData.picture} />;
}
