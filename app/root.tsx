import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  isRouteErrorResponse,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { languageWords } from "../content/pages/languages.ts";
import { pageWords } from "../content/pages/page-words.ts";
import { pictures } from "../content/pictures.ts";
import "./styles/site.css";
import { phoneLink } from "../domain/company/company.ts";
import type { Content } from "../domain/content/collections.ts";
import { pathOfEntry } from "../domain/content/entry-pages.ts";
import { addressIn, localeOf, prefixOf, publicLocales } from "../domain/content/languages.ts";
import type { PageHandle } from "../domain/content/page-facts.ts";
import { dateWordsOf } from "../domain/dates.ts";
import { colorCss, designClass } from "../domain/design/design-css.ts";
import { deriveTokens } from "../domain/design/tokens.ts";
import { loadWords } from "../domain/words.ts";
import { type PageLanguage, siteContext } from "../server/context.ts";
import type { Route } from "./+types/root";
import { isSupabaseMode } from "./auth/public-config.ts";
import { signOut, useAccount } from "./auth/use-account.ts";
import { titlesOf } from "./newsroom/screens/screen-handle.tsx";
import { newsroomWords } from "./newsroom/words.ts";
import { ErrorPage } from "./ui/layout/error-page.tsx";
import { Footer } from "./ui/layout/footer.tsx";
import { Header } from "./ui/layout/header.tsx";
import { LanguageOffers, type SiteLanguages } from "./ui/layout/language-links.tsx";
import { isMissing } from "./ui/layout/not-found.tsx";
import { OfflineGuard } from "./ui/layout/offline-page.tsx";
import { SearchDialog, type SearchDialogHandle } from "./ui/search/search-dialog.tsx";
import { Toaster } from "./ui/toasts/toaster.tsx";
import { uiWords, useUiWords } from "./ui/words.ts";
import fraunces from "./styles/type-fraunces.css?url";
import spaceGrotesk from "./styles/type-space-grotesk.css?url";

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>("root");
  const look = site?.look;
  // The newsroom keeps its own colors, which the class changes: it must stay readable while a design is half chosen.
  const [classes, day, night] = useHasOwnShell() ? OWN_LOOK : [look?.classes, ...(look?.themeColors ?? OWN_COLORS)];
  return (
    <html lang={site?.language ?? "en"} className={classes} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" data-scheme="light" content={day} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" data-scheme="dark" content={night} />
        {site?.icon?.tab.endsWith(".png") ? (
          <link rel="icon" href={site.icon.tab} type="image/png" />
        ) : (
          <link rel="icon" href={site?.icon?.tab ?? "/favicon.svg"} type="image/svg+xml" />
        )}
        {/* Without a link, the file of this name at the root is used. */}
        {site?.icon && <link rel="apple-touch-icon" href={site.icon.touch} />}
        <Meta />
        <Links />
        {/* After the other stylesheets, so that its fonts win over theirs. */}
        {look?.fonts && <link rel="stylesheet" href={look.fonts} />}
        {look?.css && <style dangerouslySetInnerHTML={{ __html: look.css }} />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Where no page answers, a redirect may. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, context }, next) => {
    const response = await next();
    if (response.status !== 404) return response;
    // The query as it was sent, except of `.data` requests, which have parameters of their own.
    const asked = new URL(request.url);
    const found = await context.get(siteContext).findRedirect(asked.pathname === url.pathname ? asked : url);
    if (found) throw found;
    return response;
  },
];

/** Used for error pages only; every route has its own meta. */
export function meta({ error, loaderData }: Route.MetaArgs) {
  const name = loaderData?.site.name ?? "";
  if (!isRouteErrorResponse(error) || error.status !== 404) return [{ title: name }];
  const { title } = isMissing(error.data) ? error.data : uiWords.en.missing;
  return [{ title: `${title} | ${name}` }, { name: "robots", content: "noindex" }];
}

const NEWSROOM = /^\/(?:newsroom|blog\/new)(?:\/|$)/;

/** The facts of header and footer; the year is computed on the server, in the agency's time zone. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { content, language, asOf, designFiles, languages: findLanguages } = context.get(siteContext);
  const words = await loadWords(uiWords, language);
  const { identity, contact, footer, navigation, facts, design } = content;
  const path = url.pathname.slice(prefixOf(localeOf(content)).length) || "/";
  const languages = languagesOf(content, await findLanguages(path));
  const gone = content.missing.map(pathOfEntry);
  const isThere = ({ href }: { readonly href: string }) => !gone.includes(href);
  const { logo, icon } = designFiles;
  const dates = dateWordsOf(content);
  const { name, tagline } = identity;
  const { email, phone, social } = contact;
  return {
    site: {
      name,
      tagline,
      email,
      phone,
      social,
      services: footer.services,
      company: navigation.company.filter(isThere),
    },
    links: navigation.header.filter(isThere),
    credit: [facts.legalLine, design.credits].filter(Boolean).join(" "),
    language,
    ...(words !== uiWords.en && { pageWords: words.pagination.page("{number}") }),
    ...(NEWSROOM.test(path) && titlesOf(await loadWords(newsroomWords, language))),
    ...(languages && { languages }),
    ...(gone.length > 0 && { gone }),
    ...(dates && { dates }),
    ...(asOf && { asOf }),
    ...lookOf(design),
    ...(logo && { logo }),
    ...(icon && { icon: { tab: icon.tab, touch: icon.touch } }),
    year: new Date().toLocaleDateString("en-US", { year: "numeric", timeZone: contact.timeZone }),
    missing: { ...pictures["not-found"], alt: pageWords(language).alts.hole },
  };
}

function languagesOf(content: Content, places: readonly PageLanguage[]): SiteLanguages | undefined {
  const prefixes = publicLocales(content).filter(Boolean).map(prefixOf);
  if (prefixes.length === 0) return undefined;
  const others = places.filter(({ tag }) => tag !== content.language);
  const links = others.map((place) => {
    const { name, offer } = languageWords(place.tag);
    return { tag: place.tag, name, offer, href: addressIn(place) };
  });
  return { label: languageWords(content.language).label, prefixes, links };
}

const OWN_COLORS = ["#f5f0e6", "#0c1a20"] as const;
const OWN_LOOK = [undefined, ...OWN_COLORS] as const;
const TYPE_PAIRS = { bricolage: undefined, fraunces, "space-grotesk": spaceGrotesk } as const;

/** Nothing for the look that the site comes with. */
function lookOf(design: Content["design"]): { readonly look?: Look } {
  const classes = designClass(design);
  const css = colorCss(design.colors);
  const fonts = TYPE_PAIRS[design.type];
  const { day, night } = deriveTokens(design.colors);
  return classes || fonts ? { look: { classes, css, fonts, themeColors: [day.paper, night.ink] } } : {};
}

type Look = {
  readonly classes: string | undefined;
  readonly css: string;
  /** The stylesheet of the chosen fonts; undefined for the site's own. */
  readonly fonts: string | undefined;
  readonly themeColors: readonly [day: string, night: string];
};

/** The links to other languages are those of the page that is shown. */
let hasLanguages = false;

export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return hasLanguages && currentUrl.pathname !== nextUrl.pathname;
}

export default function App() {
  return (
    <Frame hasOwnShell={useHasOwnShell()}>
      <Outlet />
    </Frame>
  );
}

const useHasOwnShell = () =>
  useMatches().some(({ handle }) => Boolean((handle as PageHandle | undefined)?.hasOwnShell));

/** The root loader reads memory only, so its data is there whichever route has failed. */
export function ErrorBoundary() {
  const { site, missing } = useSiteFacts();
  return (
    <Frame>
      <ErrorPage error={useRouteError()} image={missing} email={site.email} />
    </Frame>
  );
}

type FrameProps = {
  /** The newsroom renders its own navigation and main element. */
  hasOwnShell?: boolean;
  children: ReactNode;
};

function Frame({ hasOwnShell, children }: FrameProps) {
  const { pathname, search: query } = useLocation();
  const { year, site, links, credit, asOf, logo, gone, languages } = useSiteFacts();
  const words = useUiWords();
  const search = useRef<SearchDialogHandle>(null);
  const account = useAccount();
  const email = "email" in account ? account.email : undefined;
  const isAdmin = account.status === "signed-in" && account.role === "admin";
  useHydratedSignal();
  useEffect(() => {
    hasLanguages = languages !== undefined;
  }, [languages]);
  useRenderedSignal(pathname);
  useFocusOnPageChange(`${pathname} ${new URLSearchParams(query).get("page")}`);
  useMailedLinkRedirect();

  return (
    <>
      <a className="skip-link" href="#main">
        {words.skip}
      </a>
      {hasOwnShell ? (
        children
      ) : (
        <>
          <LanguageOffers />
          <Header
            name={site.name}
            logo={logo}
            links={links}
            isOverHero={pathname === "/"}
            isAdmin={isAdmin}
            onSearch={() => search.current?.open()}
          />
          <main id="main" tabIndex={-1}>
            <OfflineGuard>{children}</OfflineGuard>
          </main>
          <Footer
            {...site}
            logo={logo}
            phone={{ label: site.phone, href: phoneLink(site.phone) }}
            gone={gone}
            credit={credit}
            year={year}
            asOf={asOf}
            account={email === undefined ? undefined : { email, isAdmin, onSignOut: () => void signOut() }}
          />
          <SearchDialog ref={search} />
        </>
      )}
      <Toaster />
    </>
  );
}

function useSiteFacts(): Awaited<ReturnType<typeof loader>> {
  const facts = useRouteLoaderData<typeof loader>("root");
  if (!facts) throw new Error("The root loader has no data");
  return facts;
}

/** Tells the inline loader (server/pages/inline/hydrate-on-intent.ts) to stop queueing clicks. */
function useHydratedSignal() {
  useEffect(() => {
    document.dispatchEvent(new Event("hydrated"));
  }, []);
}

// Tells the head script to select the pictures of the chosen theme where it overrules the system's. A picture above the
// fold may already be fetched by then; those below are lazy and fetched once.
function useRenderedSignal(pathname: string) {
  useLayoutEffect(() => {
    document.dispatchEvent(new CustomEvent("rendered", { detail: pathname }));
  }, [pathname]);
}

/** Focuses the main element after a navigation, so that screen readers start at the top of the new page. */
function useFocusOnPageChange(page: string) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [page]);
}

/** A mailed link may redirect to any page with an error or, in Supabase mode, tokens in the hash; /auth handles both. */
function useMailedLinkRedirect() {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (pathname === "/auth" || !/error_code=|access_token=/.test(hash)) return;
    if (!hash.includes("error_code=") && !isSupabaseMode()) return;
    void navigate(`/auth${hash}`, { replace: true });
  }, [pathname, hash, navigate]);
}
