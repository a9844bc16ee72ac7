import { opening } from "../inline/first-paint.ts";
import { early } from "../inline/head-script.ts";
import { wake, type WakeOn } from "../inline/hydrate-on-intent.ts";
import { leadToSignIn } from "../inline/redirect-to-sign-in.ts";
import type { Assets } from "./assets.ts";
import { type Contents, contentsOf, usedRules } from "./critical-css.ts";
import { deferScripts, moveImports, moveScripts } from "./defer-scripts.ts";
import { faceTags } from "./font-preloads.ts";
import { paintTogether } from "./render-blocking.ts";
import { contentSecurityPolicy, NOTHING_ALLOWED } from "./security-headers.ts";
import { splitAtContent } from "./split-at-main.ts";

type FinishOptions = {
  readonly head: ((html: string, canonical: string) => string) | undefined;
  readonly canonical: string;
  readonly on: WakeOn;
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

const RETRY_S = "10";

/** Turns the router's response into the page as it is sent: scripts deferred, loader inlined, policy computed. */
export async function finishPage(rendered: Response, options: FinishOptions): Promise<FinishedPage> {
  // What a route says of itself counts.
  const headers: Record<string, string> = {
    ...options.headers,
    ...(rendered.status === 503 && { "retry-after": RETRY_S }),
    ...Object.fromEntries(rendered.headers),
  };
  const rendering = await rendered.text();
  if (!headers["content-type"]?.startsWith("text/html")) {
    return {
      status: rendered.status,
      headers: { ...headers, "content-security-policy": NOTHING_ALLOWED },
      body: rendering,
    };
  }
  const { html, scripts } = options.development ? { html: rendering } : makeInert(rendering, options);
  // "<" is escaped, so that no value could end the script.
  const config = JSON.stringify(options.publicConfig).replaceAll("<", "\\u003c");
  const isDiscreet = headers["referrer-policy"] !== options.headers["referrer-policy"];
  // React in development warns of every attribute that it did not write, and the opening marks what it lays out.
  const open = options.development ? "" : `;(${opening.toString()})()`;
  const inline =
    `<script type="application/json" id="site-config">${config}</script>` +
    faceTags(options.assets.faces, isDiscreet) +
    paintTogether(rendering) +
    // One script, because each costs a hash in the policy; the loader first, because it must not suffer from the rest.
    `<script>${loader(options.on)};(${early.toString()})()${open}</script>`;
  const head = rendered.status === 200 ? (options.head?.(rendering, options.canonical) ?? "") : "";
  const body = html
    .replace(/<meta charset[^>]*>/i, (charset) => charset + inline)
    .replace("</head>", (end) => head + end);
  const policy = !options.development && { "content-security-policy": contentSecurityPolicy(body, options) };
  return { status: rendered.status, headers: { ...headers, ...policy }, body, ...(scripts && { scripts }) };
}

function loader(on: WakeOn): string {
  if (on !== "account") return `(${wake.toString()})("${on}")`;
  return `(${leadToSignIn.toString()})()||(${wake.toString()})("now")`;
}

function makeInert(rendering: string, { assets, scriptsAt, on }: FinishOptions) {
  const [before, content, after] = splitAtContent(rendering);
  // A page that wakes at once shows more than its HTML does before the sheets' links have brought them.
  const contents = on === "now" || on === "account" ? undefined : contentsOf(rendering);
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
 * Nothing else can appear before the page wakes, and then the links bring the sheets whole.
 */
function inlineSheets(html: string, sheets: Assets["sheets"], contents: Contents | undefined): string {
  const [first, ...rest] = html.matchAll(SHEET);
  if (!first) return html;
  const text = [first, ...rest].map(([, address = ""]) => usedRules(sheets.get(address) ?? [], contents)).join("");
  return html.replace(first[0], (link) => `<style>${text}</style>${link}`);
}
