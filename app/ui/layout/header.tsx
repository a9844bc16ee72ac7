import type { MouseEvent } from "react";
import { NavLink } from "react-router";
import { Logo } from "./logo.tsx";
import { PageLink, usePrefetch } from "./page-link.tsx";
import "./header.css";

type HeaderProps = {
  name: string;
  /** On the home page the header overlays the hero. */
  isOverHero: boolean;
  isAdmin: boolean;
  onSearch: () => void;
};

type NavItem = { readonly to: string; readonly label: string };

const pages: readonly NavItem[] = [
  { to: "/services", label: "Services" },
  { to: "/work", label: "Work" },
  { to: "/blog", label: "Blog" },
  { to: "/about", label: "About" },
];
const newPost = { to: "/blog/new", label: "New Post" };

export function Header({ name, isOverHero, isAdmin, onSearch }: HeaderProps) {
  return (
    <header className={isOverHero ? "header over grid" : "header grid"}>
      <div className="grid-left">
        <Logo name={name} />
        <nav className="nav" aria-label="Main">
          <NavLinks links={pages} />
        </nav>
      </div>
      <div className="grid-right">
        <SearchLink onSearch={onSearch} />
        {/* Placed between the ends of the row, so that nothing moves when it appears. */}
        {isAdmin && (
          <div className="nav">
            <NavLinks links={[newPost]} />
          </div>
        )}
        <PageLink className="button compact" to="/contact">
          Get in Touch
        </PageLink>
        <Menu isAdmin={isAdmin} />
      </div>
    </header>
  );
}

/** Links to the search page; with scripts it opens the dialog instead. */
function SearchLink({ onSearch }: { onSearch: () => void }) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <a className="icon" href="/search" aria-label="Search" aria-keyshortcuts="/ Control+K" onClick={open} data-replay>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="6" />
        <path d="M13 13l6 6" />
      </svg>
    </a>
  );
}

/** A native popover, which works without scripts. */
function Menu({ isAdmin }: { isAdmin: boolean }) {
  return (
    <>
      <button className="menu-toggle" type="button" popoverTarget="menu">
        <span className="when-closed">Open menu</span>
        <span className="when-open">Close menu</span>
      </button>
      <nav className="menu" id="menu" popover="auto" aria-label="Mobile">
        <NavLinks links={isAdmin ? [...pages, newPost] : pages} onChoose={closeMenu} />
        <PageLink className="button" to="/contact" onClick={closeMenu}>
          Get in Touch
        </PageLink>
      </nav>
    </>
  );
}

function NavLinks({ links, onChoose }: { links: readonly NavItem[]; onChoose?: () => void }) {
  const prefetch = usePrefetch();
  return links.map(({ to, label }) => (
    <NavLink key={to} to={to} prefetch={prefetch} discover="none" viewTransition onClick={onChoose}>
      {label}
    </NavLink>
  ));
}

function closeMenu() {
  document.getElementById("menu")?.hidePopover();
}
