import { NavLink, useLocation } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { language } from "../shell/times.ts";
import { useSiteWords } from "../site/words.ts";
import "./languages.css";

type LanguageTabsProps = { languages: StoredContent["languages"]; locale: string };

/** "German", in the language of the site. */
export const nameOfLanguage = (tag: string): string =>
  new Intl.DisplayNames(language(), { type: "language" }).of(tag) ?? tag;

/** Leads to the same entry in each language of the site; nothing on a site in one. */
export function LanguageTabs({ languages: { first, others }, locale }: LanguageTabsProps) {
  const { pathname } = useLocation();
  const words = useSiteWords().languages;
  if (others.length === 0) return null;
  return (
    <nav className="language-tabs" aria-label={words.title}>
      {[{ tag: first, of: "" }, ...others.map(({ tag }) => ({ tag, of: tag }))].map(({ tag, of }) => (
        <NavLink
          key={tag}
          to={of ? `${pathname}?language=${of}` : pathname}
          className=""
          aria-current={of === locale ? "page" : undefined}
        >
          {nameOfLanguage(tag)} {!of && <small>{words.isOriginal}</small>}
        </NavLink>
      ))}
    </nav>
  );
}
