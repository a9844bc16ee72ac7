const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const DEFERRED_LINK = /<link\b([^>]*)\brel="(modulepreload|stylesheet)"/g;
const INERT_MODULE = /<link rel="deferred" data-rel="modulepreload" href="([^"]+)"\/>/g;
const EXECUTABLE_TYPES = new Set(["", "module", "text/javascript"]);

/**
 * Makes a page's executable scripts inert in place, their attributes kept as data-*, until the inline loader
 * (hydrate-on-intent.ts) restores them. Data scripts (JSON, JSON-LD, speculation rules) stay as they are. So do links to modules
 * and to stylesheets: the sheets are inlined, and the router only wants to find its links when it hydrates.
 */
export function deferScripts(html: string): string {
  return html
    .replace(SCRIPT, (script, attributes: string, text: string) => {
      if (!isExecutable(attributes)) return script;
      return `<script type="deferred"${attributes.replace(/\s([a-z]+)(?==|\s|$)/gi, " data-$1")}>${text}</script>`;
    })
    .replace(DEFERRED_LINK, '<link$1rel="deferred" data-rel="$2"');
}

/**
 * Takes the texts of inert scripts out of a page, as one module under an address of its own: who only reads never
 * fetches them. The elements stay, because React looks for them when it hydrates, and the module's own gets the address.
 */
export function moveScripts(inert: string, address: string): { readonly html: string; readonly module: string } {
  const texts: string[] = [];
  const html = inert.replace(SCRIPT, (script, attributes: string, text: string) => {
    if (!attributes.includes('type="deferred"')) return script;
    texts.push(text);
    if (!attributes.includes('data-type="module"')) return `<script${attributes}></script>`;
    // React passes over a script with a source that is async, as one that anybody may have added.
    return `<script${attributes.replace(' data-async=""', "")} data-src="${address}"></script>`;
  });
  return { html, module: texts.join("\n;") };
}

/**
 * Takes the links to small modules out of a page's head, for the module that stands apart: it imports them all at once,
 * while the large ones, which the links that stay ask for first, are still under way.
 */
export function moveImports(
  inert: string,
  small: ReadonlySet<string>,
): { readonly html: string; readonly module: string } {
  const addresses: string[] = [];
  const html = inert.replace(INERT_MODULE, (link, address: string) => {
    if (!small.has(address)) return link;
    addresses.push(address);
    return "";
  });
  return { html, module: addresses.map((address) => `import"${address}";`).join("") };
}

/** The text of every inline script that may take effect, deferred ones included: what the policy must allow by hash. */
export function inlineScripts(html: string): string[] {
  const texts: string[] = [];
  for (const [, attributes = "", text = ""] of html.matchAll(SCRIPT)) {
    const runs = isExecutable(attributes) || /type="(deferred|speculationrules)"/.test(attributes);
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
