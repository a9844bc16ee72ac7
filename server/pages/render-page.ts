import { deferScripts } from "./defer-scripts.ts";
import { early } from "./early.ts";
import { type Faces, faceTags } from "./face-tags.ts";
import { contentSecurityPolicy, NOTHING_ALLOWED } from "./security-headers.ts";
import { splitAtContent } from "./split-at-content.ts";
import { wake, type WakeOn } from "./wake.ts";

type FinishOptions = {
  readonly head: ((html: string) => string) | undefined;
  readonly on: WakeOn;
  readonly headers: Readonly<Record<string, string>>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  /** What the browser may know of the backend; stands in the page as JSON. */
  readonly publicConfig: PublicConfig;
  readonly faces: Faces;
  /** The built stylesheets by address. */
  readonly sheets: ReadonlyMap<string, string>;
  /** In development scripts run at once and Vite injects its own, so there is no policy. */
  readonly development: boolean;
};

type PublicConfig = { readonly supabaseUrl: string; readonly supabaseAnonKey: string };

export type FinishedPage = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

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
  const [before, content, after] = splitAtContent(rendering);
  const inert = options.development
    ? rendering
    : deferScripts(inlineSheets(before, options.sheets)) + content + deferScripts(after);
  // "<" is escaped, so that no value could end the script.
  const config = JSON.stringify(options.publicConfig).replaceAll("<", "\\u003c");
  const isDiscreet = headers["referrer-policy"] !== options.headers["referrer-policy"];
  const inline =
    `<script type="application/json" id="site-config">${config}</script>` +
    faceTags(options.faces, isDiscreet) +
    `<script>(${early.toString()})()</script><script>(${wake.toString()})("${options.on}")</script>`;
  const head = rendered.status === 200 ? (options.head?.(rendering) ?? "") : "";
  const body = inert
    .replace(/<meta charset[^>]*>/i, (charset) => charset + inline)
    .replace("</head>", (end) => head + end);
  const policy = !options.development && { "content-security-policy": contentSecurityPolicy(body, options) };
  return { status: rendered.status, headers: { ...headers, ...policy }, body };
}

/** The router ends the address of a sheet that a dynamically loaded module shares with a bare "#". */
const SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g;

/** The sheets of a page's own routes, as one style element before the links to them. */
function inlineSheets(html: string, sheets: FinishOptions["sheets"]): string {
  const [first, ...rest] = html.matchAll(SHEET);
  if (!first) return html;
  const text = [first, ...rest].map(([, address = ""]) => sheets.get(address) ?? "").join("");
  return html.replace(first[0], (link) => `<style>${text}</style>${link}`);
}
