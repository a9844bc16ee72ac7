import { NavLink, useLocation } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import "./languages.css";

type LanguageTabsProps = { languages: StoredContent["languages"]; locale: string };

export const nameOfLanguage = (tag: string): string => new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;

/** Leads to the same entry in each language of the site; nothing on a site in one. */
export function LanguageTabs({ languages: { first, others }, locale }: LanguageTabsProps) {
  const { pathname } = useLocation();
  if (others.length === 0) return null;
  return (
    <nav className="language-tabs" aria-label="Languages">
      {[{ tag: first, of: "" }, ...others.map(({ tag }) => ({ tag, of: tag }))].map(({ tag, of }) => (
        <NavLink
          key={tag}
          to={of ? `${pathname}?language=${of}` : pathname}
          className=""
          aria-current={of === locale ? "page" : undefined}
        >
          {nameOfLanguage(tag)} {!of && <small>original</small>}
        </NavLink>
      ))}
    </nav>
  );
}
