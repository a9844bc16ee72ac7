import { type ReactNode, useLayoutEffect } from "react";
import { useLocation, useParams, useRouteLoaderData } from "react-router";
import { signOut, useAccount } from "../../auth/use-account.ts";
import { Detail, type Loaded } from "../../data/load.tsx";
import { OfflineGuard } from "../../ui/layout/offline-page.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { PlumbMark } from "../../ui/layout/plumb-mark.tsx";
import { ThemeSwitch } from "../../ui/layout/theme-switch.tsx";
import { openPalette } from "../palette/palette-host.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { type ShellWords, useShellWords } from "./words.ts";
import "./newsroom.css";
import "./shell.css";
import "./rail.css";

/** The newsroom's navigation, in groups. A phone has room for five; the others are in its menu "More". */
const PLACES: readonly Place[] = [
  { to: "/newsroom", name: "overview", icon: "home", isOnPhone: true },
  { to: "/newsroom/messages", name: "messages", icon: "mail", isOnPhone: true, needs: "canMessages" },
  { to: "/newsroom/numbers", name: "numbers", icon: "chart", isOnPhone: true },
  { to: "/newsroom/posts", name: "posts", icon: "page", isOnPhone: true, isFirstOfGroup: true },
  { to: "/newsroom/pages", name: "pages", icon: "pages", isOnPhone: true },
  { to: "/newsroom/site", name: "site", icon: "layout" },
  { to: "/newsroom/pictures", name: "pictures", icon: "picture" },
  { to: "/newsroom/languages", name: "languages", icon: "language" },
  { to: "/newsroom/redirects", name: "redirects", icon: "link" },
  { to: "/newsroom/design", name: "design", icon: "brush", isFirstOfGroup: true },
  { to: "/newsroom/people", name: "people", icon: "people", needs: "canPeople" },
  { to: "/newsroom/journal", name: "journal", icon: "clock" },
  { to: "/newsroom/handbook", name: "handbook", icon: "quote" },
];

type Place = {
  readonly to: string;
  readonly name: keyof ShellWords["places"];
  readonly icon: IconName;
  readonly isOnPhone?: true;
  readonly isFirstOfGroup?: true;
  /** Admins without this switch do not see the place. */
  readonly needs?: "canMessages" | "canPeople";
};

type ShellProps = {
  /** The number of unread messages; the server renders the shell without it. */
  unread?: Promise<Loaded<number>> | undefined;
  children: ReactNode;
};

/** Navigation and main element of all newsroom screens. The rail shows icons only while a post or an entry is edited. */
export function Shell({ unread, children }: ShellProps) {
  const { key, id } = useParams();
  const { pathname } = useLocation();
  const words = useShellWords();
  const isEditing = (key ?? id) !== undefined || pathname === "/newsroom/design";
  return (
    <div className={isEditing ? "shell shell-editing" : "shell"}>
      <Rail unread={unread} />
      <header className="shell-bar">
        <PlumbMark cord />
        <b>{words.newsroom}</b>
        <button type="button" aria-label={words.palette.title} onClick={openPalette}>
          <Icon name="search" />
        </button>
        <PageLink to="/" aria-label={words.viewSite}>
          <Icon name="external" />
        </PageLink>
        <button type="button" popoverTarget="account-menu" aria-label={words.account}>
          <Icon name="person" />
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <OfflineGuard>{children}</OfflineGuard>
      </main>
      <AccountMenu />
      <MoreMenu />
    </div>
  );
}

/** The density of the newsroom between the site's header and footer. */
export function PlainShell({ children }: Pick<ShellProps, "children">) {
  // Dialogs need them as soon as they open.
  useShellWords();
  return (
    <div className="shell shell-alone">
      <div className="shell-screen">{children}</div>
    </div>
  );
}

function Rail({ unread }: Pick<ShellProps, "unread">) {
  const { site, icon } = useRouteLoaderData("root") as { site: { name: string }; icon?: { tab: string } };
  const words = useShellWords();
  return (
    <nav className="rail" aria-label={words.newsroom}>
      <PageLink className="rail-home" to="/newsroom">
        {icon ? <img className="rail-icon" src={icon.tab} alt="" width={28} height={28} /> : <PlumbMark cord />}
        <span>
          {site.name} <small>{words.newsroom}</small>
        </span>
      </PageLink>
      <FindButton />
      <Places unread={unread} />
      <ul className="rail-foot">
        <li>
          <PageLink to="/" title={words.viewSite}>
            <Icon name="external" />
            <span>{words.viewSite}</span>
          </PageLink>
        </li>
        <li>
          <AccountButton />
        </li>
      </ul>
    </nav>
  );
}

function FindButton() {
  const words = useShellWords().palette;
  return (
    <button className="rail-find" type="button" title={words.hint(words.keys.palette)} onClick={openPalette}>
      <Icon name="search" />
      <span>{words.title}</span>
      <kbd aria-hidden="true">{words.keys.palette}</kbd>
    </button>
  );
}

function usePlaces() {
  const account = useAccount();
  return PLACES.filter(({ needs }) => !needs || account.status !== "signed-in" || account[needs]);
}

function Places({ unread }: Pick<ShellProps, "unread">) {
  const { pathname } = useLocation();
  const words = useShellWords();
  const places = usePlaces();
  const isElsewhere = places.some(({ to, isOnPhone }) => !isOnPhone && isAt(to, pathname));
  return (
    <ul className="rail-places">
      {places.map(({ to, name, icon, isOnPhone, isFirstOfGroup }) => (
        <li key={to} className={[!isOnPhone && "off-phone", isFirstOfGroup && "rail-group"].filter(Boolean).join(" ")}>
          <PageLink
            to={to}
            title={words.places[name]}
            prefetch="none"
            aria-current={isAt(to, pathname) ? "page" : undefined}
          >
            <Icon name={icon} />
            <span>{words.places[name]}</span>
            {unread && to === "/newsroom/messages" && (
              <Detail of={unread}>{(count) => <UnreadCount count={count ?? 0} />}</Detail>
            )}
          </PageLink>
        </li>
      ))}
      <li className="rail-more">
        <button type="button" popoverTarget="more-menu" aria-current={isElsewhere ? "true" : undefined}>
          <Icon name="more" />
          <span>{words.more}</span>
        </button>
      </li>
    </ul>
  );
}

function MoreMenu() {
  const words = useShellWords();
  return (
    <nav className="action-menu more-menu" id="more-menu" popover="auto" aria-label={words.morePlaces}>
      {usePlaces().map(
        ({ to, name, icon, isOnPhone }) =>
          !isOnPhone && (
            <PageLink key={to} to={to} onClick={() => document.getElementById("more-menu")?.hidePopover()}>
              <Icon name={icon} />
              {words.places[name]}
            </PageLink>
          ),
      )}
    </nav>
  );
}

/** The form of a page is below the site. */
function isAt(place: string, pathname: string): boolean {
  if (place === "/newsroom") return pathname === place;
  if (pathname.startsWith("/newsroom/site/pages")) return place === "/newsroom/pages";
  return pathname.startsWith(place);
}

function UnreadCount({ count }: { count: number }) {
  const words = useShellWords();
  if (count === 0) return null;
  return (
    <b className="rail-count">
      {count > 99 ? "99+" : count}
      <span className="visually-hidden">{words.unread}</span>
    </b>
  );
}

function AccountButton() {
  const account = useAccount();
  const words = useShellWords();
  const email = account.status === "signed-in" ? account.email : words.account;
  return (
    <button type="button" title={email} popoverTarget="account-menu">
      <b aria-hidden="true">{email.charAt(0).toUpperCase()}</b>
      <span className="truncate">
        {email} <small>{words.admin}</small>
      </span>
    </button>
  );
}

/** A native popover, opened by the rail or, on a phone, by the bar. */
function AccountMenu() {
  const words = useShellWords();
  // The theme switch was rendered now: the head script checks the chosen theme.
  useLayoutEffect(() => {
    document.dispatchEvent(new Event("rendered"));
  }, []);
  return (
    <nav className="action-menu account-menu" id="account-menu" popover="auto" aria-label={words.account}>
      <PageLink to="/account">{words.menu.account}</PageLink>
      <PageLink to="/newsroom/journal">{words.places.journal}</PageLink>
      <PageLink to="/newsroom/download">{words.menu.download}</PageLink>
      <PageLink to="/newsroom/handbook">{words.places.handbook}</PageLink>
      <ThemeSwitch />
      <button type="button" onClick={() => void signOut()}>
        {words.menu.signOut}
      </button>
    </nav>
  );
}
