import { firstPaint } from "../inline/first-paint.ts";
import { headScript } from "../inline/head-script.ts";
import { hydrateOnIntent, type HydrateWhen } from "../inline/hydrate-on-intent.ts";
import { redirectToSignIn } from "../inline/redirect-to-sign-in.ts";
import type { Assets } from "./assets.ts";
import { type PageContents, readPageContents, criticalCss } from "./critical-css.ts";
import { deferScripts, moveImports, moveScripts } from "./defer-scripts.ts";
import { fontPreloads } from "./font-preloads.ts";
import { renderBlockingLink } from "./render-blocking.ts";
import { contentSecurityPolicy, DENY_ALL_POLICY } from "./security-headers.ts";
import { splitAtMain } from "./split-at-main.ts";

type FinishOptions = {
  readonly head: ((html: string, canonical: string) => string) | undefined;
  readonly canonical: string;
  readonly hydrate: HydrateWhen;
  readonly headers: Readonly<Record<string, string>>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  /** What the browser may know of the backend; stands in the page as JSON. */
  readonly publicConfig: PublicConfig;
  readonly assets: Assets;
  /** In development scripts run at once and Vite injects its own, so there is no policy. */
  readonly development: boolean;
  /** Where the page's own scripts are to be found, if they are not to stand in it. */
  readonly scriptsAt: string | undefined;
};

type PublicConfig = { readonly supabaseUrl: string; readonly supabaseAnonKey: string };

export type FinishedPage = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What stands at `scriptsAt`. */
  readonly scripts?: string;
};

const RETRY_AFTER_S = "10";

/** Turns the router's response into the page as it is sent: scripts deferred, loader inlined, policy computed. */
export async function finishPage(rendered: Response, options: FinishOptions): Promise<FinishedPage> {
  // What a route says of itself counts.
  const headers: Record<string, string> = {
    ...options.headers,
    ...(rendered.status === 503 && { "retry-after": RETRY_AFTER_S }),
    ...Object.fromEntries(rendered.headers),
  };
  const rendering = await rendered.text();
  if (!headers["content-type"]?.startsWith("text/html")) {
    return {
      status: rendered.status,
      headers: { ...headers, "content-security-policy": DENY_ALL_POLICY },
      body: rendering,
    };
  }
  const { html, scripts } = options.development ? { html: rendering } : makeInert(rendering, options);
  // "<" is escaped, so that no value could end the script.
  const config = JSON.stringify(options.publicConfig).replaceAll("<", "\\u003c");
  const isDiscreet = headers["referrer-policy"] !== options.headers["referrer-policy"];
  // React in development warns of every attribute that it did not write, and the opening marks what it lays out.
  const open = options.development ? "" : `;(${firstPaint.toString()})()`;
  const inline =
    `<script type="application/json" id="site-config">${config}</script>` +
    fontPreloads(options.assets.faces, isDiscreet) +
    renderBlockingLink(rendering) +
    // One script, because each costs a hash in the policy; the loader first, because it must not suffer from the rest.
    `<script>${loader(options.hydrate)};(${headScript.toString()})()${open}</script>`;
  const head = rendered.status === 200 ? (options.head?.(rendering, options.canonical) ?? "") : "";
  const body = html
    .replace(/<meta charset[^>]*>/i, (charset) => charset + inline)
    .replace("</head>", (end) => head + end);
  const policy = !options.development && { "content-security-policy": contentSecurityPolicy(body, options) };
  return { status: rendered.status, headers: { ...headers, ...policy }, body, ...(scripts && { scripts }) };
}

function loader(hydrate: HydrateWhen): string {
  if (hydrate !== "account") return `(${hydrateOnIntent.toString()})("${hydrate}")`;
  return `(${redirectToSignIn.toString()})()||(${hydrateOnIntent.toString()})("now")`;
}

function makeInert(rendering: string, { assets, scriptsAt, hydrate }: FinishOptions) {
  const [before, content, after] = splitAtMain(rendering);
  // A page that hydrates at once shows more than its HTML does before the sheets' links have brought them.
  const contents = hydrate === "now" || hydrate === "account" ? undefined : readPageContents(rendering);
  const head = deferScripts(inlineSheets(before, assets.sheets, contents));
  const end = deferScripts(after);
  if (!scriptsAt || !content) return { html: head + content + end };
  const hidden = moveImports(head, assets.smallModules);
  const moved = moveScripts(end, scriptsAt);
  return { html: hidden.html + content + moved.html, scripts: hidden.module + moved.module };
}

/** The router ends the address of a sheet that a dynamically loaded module shares with a bare "#". */
const SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g;

/**
 * The sheets of a page's own routes, as one style element before the links to them: the rules for what is in it.
 * Nothing else can appear before the page hydrates, and then the links bring the sheets whole.
 */
function inlineSheets(html: string, sheets: Assets["sheets"], contents: PageContents | undefined): string {
  const [first, ...rest] = html.matchAll(SHEET);
  if (!first) return html;
  const text = [first, ...rest].map(([, address = ""]) => criticalCss(sheets.get(address) ?? [], contents)).join("");
  return html.replace(first[0], (link) => `<style>${text}</style>${link}`);
}
