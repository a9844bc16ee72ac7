import { RETRY_AFTER } from "../../../backend/index.ts";
import type { HydrateWhen } from "../../../domain/content/page-facts.ts";
import { firstPaint } from "../inline/first-paint.ts";
import { headScript } from "../inline/head-script.ts";
import { hydrateOnIntent } from "../inline/hydrate-on-intent.ts";
import { offerLanguage } from "../inline/offer-language.ts";
import { redirectToSignIn } from "../inline/redirect-to-sign-in.ts";
import { type Assets, fontsIn } from "./assets.ts";
import { type PageContents, readPageContents, criticalCss, dropReplaced, dropUnreadTokens } from "./critical-css.ts";
import { deferScripts, moveImports, moveScripts } from "./defer-scripts.ts";
import { contentSecurityPolicy, DENY_ALL_POLICY } from "./security-headers.ts";
import { splitAtMain } from "./split-at-main.ts";

type FinishOptions = {
  readonly head: ((canonical: string) => string) | undefined;
  readonly canonical: string;
  readonly hydrate: HydrateWhen;
  readonly headers: Readonly<Record<string, string>>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  /** The backend's address and public key, embedded in the page as JSON. */
  readonly publicConfig: PublicConfig;
  readonly assets: Assets;
  /** In development scripts run at once and Vite injects its own, so there is no content security policy. */
  readonly development: boolean;
  /** True for a preview, which the newsroom shows in a frame. */
  readonly isFramedBySite?: boolean;
  /** URL for the page's inline scripts; undefined leaves them in the page. */
  readonly scriptsUrl: string | undefined;
};

type PublicConfig = { readonly supabaseUrl: string; readonly supabaseAnonKey: string };

export type FinishedPage = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The module to serve at `scriptsUrl`. */
  readonly scripts?: string;
};

/** Turns the router's response into the page as sent: defers scripts, inlines the loader and critical CSS, sets the policy. */
export async function finishPage(rendered: Response, options: FinishOptions): Promise<FinishedPage> {
  // Headers set by a route take precedence.
  const headers: Record<string, string> = {
    ...options.headers,
    ...(rendered.status === 503 && RETRY_AFTER),
    ...Object.fromEntries(rendered.headers),
  };
  const renderedHtml = await rendered.text();
  if (!headers["content-type"]?.startsWith("text/html")) {
    return {
      status: rendered.status,
      headers: { ...headers, "content-security-policy": DENY_ALL_POLICY },
      body: renderedHtml,
    };
  }
  const { html, scripts } = options.development ? { html: renderedHtml } : deferHydration(renderedHtml, options);
  // "<" is escaped, so that no value can close the script element.
  const config = JSON.stringify(options.publicConfig).replaceAll("<", "\\u003c");
  const hasStrictReferrer = headers["referrer-policy"] !== options.headers["referrer-policy"];
  // React in development warns about attributes it did not render, and this script sets some.
  const firstPaintScript = options.development
    ? ";addEventListener('load',()=>document.dispatchEvent(new Event('painted')))"
    : `;(${firstPaint.toString()})()`;
  const offers = html.includes('class="language-offer"') ? `;(${offerLanguage.toString()})()` : "";
  const inline =
    `<script type="application/json" id="site-config">${config}</script>` +
    fontPreloads(fontsIn(html), hasStrictReferrer) +
    renderBlockingLink(renderedHtml) +
    // A single script, because each needs a hash in the policy. The loader runs first, so that an error in the others
    // cannot prevent hydration.
    `<script>${loader(options.hydrate)};(${headScript.toString()})()${offers}${firstPaintScript}</script>`;
  const head = rendered.status === 200 ? (options.head?.(options.canonical) ?? "") : "";
  const body = html
    .replace(/<meta charset[^>]*>/i, (charset) => charset + inline)
    .replace("</head>", (end) => head + end);
  const policy = !options.development && { "content-security-policy": contentSecurityPolicy(body, options) };
  return {
    status: rendered.status,
    headers: { ...headers, ...policy },
    body,
    ...(scripts && { scripts }),
  };
}

function loader(hydrate: HydrateWhen): string {
  if (hydrate === "never") return "";
  if (hydrate !== "account") return `(${hydrateOnIntent.toString()})("${hydrate}")`;
  return `(${redirectToSignIn.toString()})()||(${hydrateOnIntent.toString()})("now")`;
}

function deferHydration(renderedHtml: string, { assets, scriptsUrl, hydrate }: FinishOptions) {
  const [before, content, after] = splitAtMain(renderedHtml);
  // A page that hydrates at once may render new elements before its stylesheets have loaded, so it gets every rule.
  const contents = hydrate === "now" || hydrate === "account" ? undefined : readPageContents(renderedHtml);
  const head = deferScripts(inlineCriticalCss(before, assets.stylesheets, contents));
  const end = deferScripts(after);
  if (!scriptsUrl || !content) return { html: head + content + end };
  const imports = moveImports(head, assets.smallModules);
  const moved = moveScripts(end, scriptsUrl);
  return { html: imports.html + content + moved.html, scripts: imports.module + moved.module };
}

/** React Router appends "#" to the URL of a stylesheet that is shared with a dynamically imported module. */
const STYLESHEET_LINK = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g;

const DESIGN_STYLE = /<style>(@layer design[^<]*)<\/style>/;

// Inlines the critical CSS of a page's stylesheets before their links. No other elements can appear before the page
// hydrates, and hydration loads the complete stylesheets through the links.
function inlineCriticalCss(
  html: string,
  stylesheets: Assets["stylesheets"],
  contents: PageContents | undefined,
): string {
  const [first, ...rest] = html.matchAll(STYLESHEET_LINK);
  if (!first) return html;
  const all = [first, ...rest].map(([, url = ""]) => criticalCss(stylesheets.get(url) ?? [], contents)).join("");
  // The colors of a chosen design come last. Their element stays, because React looks for it when it hydrates.
  const [design, colors = ""] = DESIGN_STYLE.exec(html) ?? [""];
  const read = contents ? dropUnreadTokens(all) : all;
  const css = (contents || colors ? dropReplaced(read) : read) + colors;
  const emptied = design ? html.replace(design, "<style></style>") : html;
  return emptied.replace(first[0], (link) => `<style>${css}</style>${link}`);
}

/** About 7 KB compressed, which together with the head fits into the first TCP flight. */
const MAX_FIRST_FLIGHT_CHARACTERS = 30_000;

// Blocks rendering until the content has arrived, or the header if the content exceeds the first flight: elements that are
// centred or right-aligned would shift with each piece of a page. Some browsers wait for the start of the expected element
// and others for its end, so it is the footer, after the content, or the menu, at the end of the header.
export function renderBlockingLink(html: string): string {
  const [, content] = splitAtMain(html);
  const expected = content.length > MAX_FIRST_FLIGHT_CHARACTERS ? "menu" : "footer";
  // The newsroom has neither.
  return html.includes(`id="${expected}"`) ? `<link rel="expect" href="#${expected}" blocking="render">` : "";
}

// Preloads the headline font; the body font loads after the first paint (first-paint.ts). Fonts requested by a stylesheet
// send the page's full URL as referrer even if the page's policy forbids it, but preloads obey the policy: pages with a
// stricter referrer policy, whose URL holds a secret, preload both.
function fontPreloads({ headline, body }: ReturnType<typeof fontsIn>, hasStrictReferrer: boolean): string {
  return preload(headline) + (hasStrictReferrer ? preload(body) : "");
}

function preload(url: string | undefined): string {
  return url ? `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>` : "";
}
