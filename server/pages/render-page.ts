import { deferScripts } from "./defer-scripts.ts";
import { early } from "./early.ts";
import { contentSecurityPolicy, NOTHING_ALLOWED } from "./security-headers.ts";
import { wake, type WakeOn } from "./wake.ts";

type FinishOptions = {
  readonly on: WakeOn;
  readonly headers: Readonly<Record<string, string>>;
  readonly siteUrl: string | undefined;
  /** The text of a built stylesheet. */
  readonly readSheet: (address: string) => Promise<string>;
  /** In development scripts run at once and Vite injects its own, so there is no policy. */
  readonly development: boolean;
};

export type FinishedPage = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

/** Turns the router's response into the page as it is sent: scripts deferred, loader inlined, policy computed. */
export async function finishPage(rendered: Response, options: FinishOptions): Promise<FinishedPage> {
  const headers = { ...Object.fromEntries(rendered.headers), ...options.headers };
  const rendering = await rendered.text();
  if (!headers["content-type"]?.startsWith("text/html")) {
    return {
      status: rendered.status,
      headers: { ...headers, "content-security-policy": NOTHING_ALLOWED },
      body: rendering,
    };
  }
  const inert = options.development ? rendering : deferScripts(await inlineSheets(rendering, options.readSheet));
  const inline = `<script>(${early.toString()})()</script><script>(${wake.toString()})("${options.on}")</script>`;
  const body = inert.replace(/<meta charset[^>]*>/i, (charset) => charset + inline);
  const policy = !options.development && { "content-security-policy": contentSecurityPolicy(body, options.siteUrl) };
  return { status: rendered.status, headers: { ...headers, ...policy }, body };
}

const SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;

/** The sheets of a page's own routes, as one style element before the links to them. */
async function inlineSheets(html: string, readSheet: FinishOptions["readSheet"]): Promise<string> {
  const addresses = Array.from(html.matchAll(SHEET), ([, address = ""]) => address);
  const sheets = await Promise.all(addresses.map(readSheet));
  const [first] = html.match(SHEET) ?? [];
  return first ? html.replace(first, () => `<style>${sheets.join("")}</style>${first}`) : html;
}
