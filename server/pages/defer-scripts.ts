const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const DEFERRED_LINK = /<link\b([^>]*)\brel="(modulepreload|stylesheet)"/g;
const EXECUTABLE_TYPES = new Set(["", "module", "text/javascript"]);

/**
 * Makes a page's executable scripts inert in place, their attributes kept as data-*, until the inline loader
 * (wake.ts) restores them. Data scripts (JSON, JSON-LD, speculation rules) stay as they are. So do links to modules
 * and to stylesheets: the sheets are inlined, and the router only wants to find its links when it wakes.
 */
export function deferScripts(html: string): string {
  return html
    .replace(SCRIPT, (script, attributes: string, text: string) => {
      if (!isExecutable(attributes)) return script;
      return `<script type="later"${attributes.replace(/\s([a-z]+)(?==|\s|$)/gi, " data-$1")}>${text}</script>`;
    })
    .replace(DEFERRED_LINK, '<link$1rel="later" data-rel="$2"');
}

/** The text of every inline script that may take effect, deferred ones included: what the policy must allow by hash. */
export function inlineScripts(html: string): string[] {
  const texts: string[] = [];
  for (const [, attributes = "", text = ""] of html.matchAll(SCRIPT)) {
    const runs = isExecutable(attributes) || /type="(later|speculationrules)"/.test(attributes);
    if (runs && text) texts.push(text);
  }
  return texts;
}

export function inlineStyles(html: string): string[] {
  return Array.from(html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g), ([, text = ""]) => text);
}

function isExecutable(attributes: string): boolean {
  const type = /\btype="([^"]*)"/.exec(attributes)?.[1] ?? "";
  return EXECUTABLE_TYPES.has(type);
}
