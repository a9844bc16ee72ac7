import { useRouteLoaderData } from "react-router";
import "./language-links.css";

export type SiteLanguages = {
  readonly label: string;
  /** What the addresses of the other languages begin with. */
  readonly prefixes: readonly string[];
  /** The page that is shown, in the other languages that have it. */
  readonly links: readonly LanguageLink[];
};
type LanguageLink = {
  readonly tag: string;
  readonly name: string;
  /** "This page in English", in that language. */
  readonly offer: string;
  readonly href: string;
};

/** Undefined on a site in one language. */
export const useSiteLanguages = () =>
  useRouteLoaderData<() => { readonly languages?: SiteLanguages }>("root")?.languages;

/** Plain links, because each language has a router of its own. `short` is for the header: "DE". */
export function LanguageLinks({ isShort = false }: { isShort?: boolean }) {
  const languages = useSiteLanguages();
  if (!languages || languages.links.length === 0) return null;
  return (
    <nav className={isShort ? "languages short" : "languages"} aria-label={languages.label}>
      {languages.links.map(({ tag, name, href }) => (
        <a key={tag} href={href} lang={tag} hrefLang={tag} {...(isShort && { title: name })}>
          {isShort ? tag.split("-")[0]?.toUpperCase() : name}
        </a>
      ))}
    </nav>
  );
}

/** One for each language; the head script reveals that of the visitor (server/pages/inline/offer-language.ts). */
export function LanguageOffers() {
  return useSiteLanguages()?.links.map(({ tag, offer, href }) => (
    <p className="language-offer" key={tag} data-language={tag} hidden suppressHydrationWarning>
      <a href={href} lang={tag} hrefLang={tag}>
        {offer}
      </a>
    </p>
  ));
}
