import { NavLink, useLocation } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { useLanguage } from "../../ui/words.ts";
import { useSiteWords } from "../site/words.ts";
import "./languages.css";

type LanguageTabsProps = { languages: StoredContent["languages"]; locale: string };

/** Names languages in that of the site. */
export function useLanguageNames(): (tag: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: "language" });
  return (tag) => names.of(tag) ?? tag;
}

/** Leads to the same entry in each language of the site; nothing on a site in one. */
export function LanguageTabs({ languages: { first, others }, locale }: LanguageTabsProps) {
  const { pathname } = useLocation();
  const words = useSiteWords().languages;
  const nameOf = useLanguageNames();
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
          {nameOf(tag)} {!of && <small>{words.isOriginal}</small>}
        </NavLink>
      ))}
    </nav>
  );
}
