import type { Assets } from "./assets.ts";

/**
 * Preloads the headline font; the body font loads after the first paint (first-paint.ts). Fonts requested by a stylesheet
 * send the page's full URL as referrer even if the page's policy forbids it, but preloads obey the policy: pages with a
 * stricter referrer policy, whose URL holds a secret, preload both.
 */
export function fontPreloads({ headline, body }: Assets["fonts"], hasStrictReferrer: boolean): string {
  return preload(headline) + (hasStrictReferrer ? preload(body) : "");
}

function preload(url: string | undefined): string {
  return url ? `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>` : "";
}
