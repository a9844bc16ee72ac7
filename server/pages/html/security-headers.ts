import { createHash } from "node:crypto";
import { speculationRules } from "../../seo/site-files.ts";
import { inlineScripts, inlineStyles } from "./defer-scripts.ts";
import { splitAtMain } from "./split-at-main.ts";

/** Headers of every response. */
export function securityHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(),geolocation=(),microphone=()",
    "cross-origin-opener-policy": "same-origin",
    ...(siteUrl?.startsWith("https:") && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
  };
}

type PolicySources = {
  readonly siteUrl: string | undefined;
  /** The backend's origin if it is not this site. */
  readonly supabaseUrl: string | undefined;
  /** True if pages of this site may show it in a frame. */
  readonly isFramedBySite?: boolean;
};

/** The player of a video (domain/posts/videos.ts). Authors cannot write frames: they are removed from articles. */
const PLAYER = /<iframe src="(https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com))\//;

/** The policy of one page. Inline scripts and styles are allowed by hash, not nonce, so that the page can be cached. */
export function contentSecurityPolicy(html: string, { siteUrl, supabaseUrl, isFramedBySite }: PolicySources): string {
  const backend = supabaseUrl ? ` ${supabaseUrl}` : "";
  // Scripts in the content are never allowed: authors write it.
  const [before, content, after] = splitAtMain(html);
  const [, player = ""] = PLAYER.exec(content) ?? [];
  const scripts = [...inlineScripts(before + after), speculationRules].map(hashSource);
  const styles = inlineStyles(before + after).map(hashSource);
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    `style-src 'self' ${styles.join(" ")}`,
    `img-src 'self' data:${backend}`,
    "font-src 'self'",
    // The newsroom's WebSocket; 'self' includes the site's own.
    `connect-src 'self'${backend}${backend.replace(/^ http/, " ws")}`,
    // The newsroom's frame for previews, which are all that may be framed.
    `frame-src 'self'${player && ` ${player}`}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFramedBySite ? "'self'" : "'none'"}`,
    ...(siteUrl?.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join(";");
}

/** For responses other than pages: nothing may load, nothing may frame them. */
export const DENY_ALL_POLICY = "default-src 'none'; frame-ancestors 'none'";

const hashSource = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
