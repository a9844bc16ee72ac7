import type { MouseEvent } from "react";
import { NavLink, useHref } from "react-router";
import { useUiWords } from "../words.ts";
import { LanguageLinks } from "./language-links.tsx";
import { Logo, type LogoFiles } from "./logo.tsx";
import { PageLink, useElsewhere, usePrefetch } from "./page-link.tsx";
import "./header.css";

type HeaderProps = {
  name: string;
  logo: LogoFiles | undefined;
  links: readonly NavItem[];
  /** On the home page the header overlays the hero. */
  isOverHero: boolean;
  isAdmin: boolean;
  onSearch: () => void;
};

type NavItem = { readonly href: string; readonly label: string; readonly className?: string };

export function Header({ name, logo, links, isOverHero, isAdmin, onSearch }: HeaderProps) {
  const { navigation, admins, getInTouch } = useUiWords();
  const forAdmins = [
    { href: "/newsroom", label: admins.newsroom, className: "admin-link" },
    { href: "/blog/new", label: admins.newPost, className: "admin-link" },
  ];
  return (
    <header className={isOverHero ? "header over grid" : "header grid"}>
      <div className="grid-left">
        <Logo name={name} logo={logo} />
        <nav className="nav" aria-label={navigation.main}>
          {/* The row ends at the axis and grows to the left, so links before the others cause no layout shift. */}
          <NavLinks links={isAdmin ? [...forAdmins, ...links] : links} />
        </nav>
      </div>
      <div className="grid-right">
        <div className="tools">
          <LanguageLinks isShort />
          <SchemeButton />
          <SearchLink onSearch={onSearch} />
        </div>
        <PageLink className="button compact" to="/contact">
          {getInTouch}
        </PageLink>
        <Menu links={isAdmin ? [...links, ...forAdmins] : links} />
      </div>
    </header>
  );
}

/** Handled by the motion script (server/pages/inline/motion.ts), so that it works before hydration. */
function SchemeButton() {
  const { theme } = useUiWords();
  return (
    <button className="icon scheme" type="button" aria-label={theme.toggle}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" />
        <path d="M10 3v14a7 7 0 0 0 0-14" fill="currentColor" />
      </svg>
    </button>
  );
}

/** Links to the search page; with scripts it opens the dialog instead. */
function SearchLink({ onSearch }: { onSearch: () => void }) {
  const { search } = useUiWords();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <a
      className="icon"
      href={useHref("/search")}
      aria-label={search.title}
      aria-keyshortcuts="/ Control+K"
      onClick={open}
      data-replay
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="6" />
        <path d="M13 13l6 6" />
      </svg>
    </a>
  );
}

/** A native popover, which works without scripts. */
function Menu({ links }: Pick<HeaderProps, "links">) {
  const { navigation, getInTouch } = useUiWords();
  return (
    <>
      <button className="menu-toggle" type="button" popoverTarget="menu">
        <span className="when-closed">{navigation.open}</span>
        <span className="when-open">{navigation.close}</span>
      </button>
      <nav className="menu" id="menu" popover="auto" aria-label={navigation.mobile}>
        <NavLinks links={links} onChoose={closeMenu} />
        <PageLink className="button" to="/contact" onClick={closeMenu}>
          {getInTouch}
        </PageLink>
        <LanguageLinks />
      </nav>
    </>
  );
}

function NavLinks({ links, onChoose }: { links: readonly NavItem[]; onChoose?: () => void }) {
  const prefetch = usePrefetch();
  const elsewhere = useElsewhere();
  return links.map(({ href, label, className }) =>
    elsewhere(href) ? (
      <a key={href} href={href} className={className}>
        {label}
      </a>
    ) : (
      <NavLink
        key={href}
        to={href}
        // The current link has aria-current; React Router would write an empty class into each of the others.
        className={() => className}
        prefetch={prefetch}
        discover="none"
        viewTransition
        onClick={onChoose}
      >
        {label}
      </NavLink>
    ),
  );
}

function closeMenu() {
  document.getElementById("menu")?.hidePopover();
}
