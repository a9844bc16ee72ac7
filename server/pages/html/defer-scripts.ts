const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const DEFERRED_LINK = /<link\b([^>]*)\brel="(modulepreload|stylesheet)"/g;
const INERT_MODULE = /<link rel="deferred" data-rel="modulepreload" href="([^"]+)"\/>/g;
const EXECUTABLE_TYPES = new Set(["", "module", "text/javascript"]);

// Makes a page's executable scripts inert in place, with their attributes as data-*, until the inline loader
// (hydrate-on-intent.ts) restores them. So are links to modules and stylesheets: critical CSS is inlined, and the router
// only needs the links when it hydrates. Data scripts (JSON, JSON-LD) do not change.
export function deferScripts(html: string): string {
  return html
    .replace(SCRIPT, (script, attributes: string, text: string) => {
      if (!isExecutable(attributes)) return script;
      return `<script type="x/deferred"${attributes.replace(/\s([a-z]+)(?==|\s|$)/gi, " data-$1")}>${text}</script>`;
    })
    .replace(DEFERRED_LINK, '<link$1rel="deferred" data-rel="$2"');
}

// Moves the texts of inert scripts into one module with its own URL, which is never fetched if the page is not hydrated.
// The empty elements stay, because React looks for them when it hydrates.
export function moveScripts(inert: string, url: string): { readonly html: string; readonly module: string } {
  const texts: string[] = [];
  const html = inert.replace(SCRIPT, (script, attributes: string, text: string) => {
    if (!attributes.includes('type="x/deferred"')) return script;
    texts.push(text);
    if (!attributes.includes('data-type="module"')) return `<script${attributes}></script>`;
    // React does not hydrate async scripts with a src, so async is removed.
    return `<script${attributes.replace(' data-async=""', "")} data-src="${url}"></script>`;
  });
  return { html, module: texts.join("\n;") };
}

// Moves the links to small modules into the scripts module as imports: they load together while the large modules, which
// the remaining links request first, are downloading.
export function moveImports(
  inert: string,
  small: ReadonlySet<string>,
): { readonly html: string; readonly module: string } {
  const urls: string[] = [];
  const html = inert.replace(INERT_MODULE, (link, url: string) => {
    if (!small.has(url)) return link;
    urls.push(url);
    return "";
  });
  return { html, module: urls.map((url) => `import"${url}";`).join("") };
}

/** Every inline script that may run, including deferred ones: the policy must allow each by hash. */
export function inlineScripts(html: string): string[] {
  const texts: string[] = [];
  for (const [, attributes = "", text = ""] of html.matchAll(SCRIPT)) {
    const runs = isExecutable(attributes) || /type="x\/deferred"/.test(attributes);
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
