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
import "./newsroom.css";
import "./shell.css";
import "./rail.css";

/** The newsroom's navigation, in groups. A phone has room for five; the others are in its menu "More". */
const PLACES: readonly Place[] = [
  { to: "/newsroom", label: "Overview", icon: "home", isOnPhone: true },
  { to: "/newsroom/messages", label: "Messages", icon: "mail", isOnPhone: true, needs: "canMessages" },
  { to: "/newsroom/numbers", label: "Numbers", icon: "chart", isOnPhone: true },
  { to: "/newsroom/posts", label: "Posts", icon: "page", isOnPhone: true, isFirstOfGroup: true },
  { to: "/newsroom/pages", label: "Pages", icon: "pages", isOnPhone: true },
  { to: "/newsroom/site", label: "Site", icon: "layout" },
  { to: "/newsroom/pictures", label: "Pictures", icon: "picture" },
  { to: "/newsroom/languages", label: "Languages", icon: "language" },
  { to: "/newsroom/redirects", label: "Redirects", icon: "link" },
  { to: "/newsroom/design", label: "Design", icon: "brush", isFirstOfGroup: true },
  { to: "/newsroom/people", label: "People", icon: "people", needs: "canPeople" },
  { to: "/newsroom/journal", label: "Journal", icon: "clock" },
  { to: "/newsroom/handbook", label: "Handbook", icon: "quote" },
];

type Place = {
  readonly to: string;
  readonly label: string;
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
  const isEditing = (key ?? id) !== undefined || pathname === "/newsroom/design";
  return (
    <div className={isEditing ? "shell shell-editing" : "shell"}>
      <Rail unread={unread} />
      <header className="shell-bar">
        <PlumbMark cord />
        <b>Newsroom</b>
        <button type="button" aria-label="Find or do" onClick={openPalette}>
          <Icon name="search" />
        </button>
        <PageLink to="/" aria-label="View site">
          <Icon name="external" />
        </PageLink>
        <button type="button" popoverTarget="account-menu" aria-label="Account">
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
export const PlainShell = ({ children }: Pick<ShellProps, "children">) => (
  <div className="shell shell-alone">
    <div className="shell-screen">{children}</div>
  </div>
);

function Rail({ unread }: Pick<ShellProps, "unread">) {
  const { site, icon } = useRouteLoaderData("root") as { site: { name: string }; icon?: { tab: string } };
  return (
    <nav className="rail" aria-label="Newsroom">
      <PageLink className="rail-home" to="/newsroom">
        {icon ? <img className="rail-icon" src={icon.tab} alt="" width={28} height={28} /> : <PlumbMark cord />}
        <span>
          {site.name} <small>Newsroom</small>
        </span>
      </PageLink>
      <FindButton />
      <Places unread={unread} />
      <ul className="rail-foot">
        <li>
          <PageLink to="/" title="View site">
            <Icon name="external" />
            <span>View site</span>
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
  return (
    <button className="rail-find" type="button" title="Find or do, Ctrl K" onClick={openPalette}>
      <Icon name="search" />
      <span>Find or do</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}

function usePlaces() {
  const account = useAccount();
  return PLACES.filter(({ needs }) => !needs || account.status !== "signed-in" || account[needs]);
}

function Places({ unread }: Pick<ShellProps, "unread">) {
  const { pathname } = useLocation();
  const places = usePlaces();
  const isElsewhere = places.some(({ to, isOnPhone }) => !isOnPhone && isAt(to, pathname));
  return (
    <ul className="rail-places">
      {places.map(({ to, label, icon, isOnPhone, isFirstOfGroup }) => (
        <li key={to} className={[!isOnPhone && "off-phone", isFirstOfGroup && "rail-group"].filter(Boolean).join(" ")}>
          <PageLink to={to} title={label} prefetch="none" aria-current={isAt(to, pathname) ? "page" : undefined}>
            <Icon name={icon} />
            <span>{label}</span>
            {unread && to === "/newsroom/messages" && (
              <Detail of={unread}>{(count) => <UnreadCount count={count ?? 0} />}</Detail>
            )}
          </PageLink>
        </li>
      ))}
      <li className="rail-more">
        <button type="button" popoverTarget="more-menu" aria-current={isElsewhere ? "true" : undefined}>
          <Icon name="more" />
          <span>More</span>
        </button>
      </li>
    </ul>
  );
}

function MoreMenu() {
  return (
    <nav className="action-menu more-menu" id="more-menu" popover="auto" aria-label="More places">
      {usePlaces().map(
        ({ to, label, icon, isOnPhone }) =>
          !isOnPhone && (
            <PageLink key={to} to={to} onClick={() => document.getElementById("more-menu")?.hidePopover()}>
              <Icon name={icon} />
              {label}
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
  if (count === 0) return null;
  return (
    <b className="rail-count">
      {count > 99 ? "99+" : count}
      <span className="visually-hidden"> unread</span>
    </b>
  );
}

function AccountButton() {
  const account = useAccount();
  const email = account.status === "signed-in" ? account.email : "Account";
  return (
    <button type="button" title={email} popoverTarget="account-menu">
      <b aria-hidden="true">{email.charAt(0).toUpperCase()}</b>
      <span className="truncate">
        {email} <small>Admin</small>
      </span>
    </button>
  );
}

/** A native popover, opened by the rail or, on a phone, by the bar. */
function AccountMenu() {
  // The theme switch was rendered now: the head script checks the chosen theme.
  useLayoutEffect(() => {
    document.dispatchEvent(new Event("rendered"));
  }, []);
  return (
    <nav className="action-menu account-menu" id="account-menu" popover="auto" aria-label="Account">
      <PageLink to="/account">Your account</PageLink>
      <PageLink to="/newsroom/journal">Journal</PageLink>
      <PageLink to="/newsroom/download">Download everything</PageLink>
      <PageLink to="/newsroom/handbook">Handbook</PageLink>
      <ThemeSwitch />
      <button type="button" onClick={() => void signOut()}>
        Sign Out
      </button>
    </nav>
  );
}
