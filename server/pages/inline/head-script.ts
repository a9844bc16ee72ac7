// The head script, sent inline as the text of this function. It applies the theme before the first paint, selects the
// pictures of its scheme where it differs from the system's, handles the theme switch, and opens search on "/" and Ctrl+K
// by clicking its link, which the loader replays after hydration. Once the page is painted, loaded and idle, it fetches
// the motion script (motion.ts), the only one before user intent. It marks pages with a query, a fragment or router
// state: /auth hides its form until it has read them, unless the query is only where to go on.
export function headScript(): void {
  const page = document;
  const each = (selector: string, change: (element: any) => void) => page.querySelectorAll(selector).forEach(change);
  const { dataset } = page.documentElement;
  let theme = "";
  if (location.search + location.hash || history.state?.usr) dataset.hasParameters = location.search.slice(0, 6);

  const applyTheme = () => {
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    each("[data-scheme]", (source) => {
      const { scheme } = source.dataset;
      const isChosen = theme === scheme ? "(width>0)" : "(width<0)";
      // The scheme is the first condition; others, such as the width of a phone, stay.
      source.media = source.media.replace(/^.*?\)/, theme ? isChosen : `(prefers-color-scheme:${scheme})`);
    });
    each("[name=theme]", (radio) => (radio.checked = radio.value === theme));
  };
  const readTheme = () => {
    const before = theme;
    try {
      theme = localStorage.theme || "";
    } catch {}
    if (theme !== before) applyTheme();
  };
  readTheme();
  if (theme) page.addEventListener("DOMContentLoaded", applyTheme);
  // The theme may have changed while this page was in the back/forward cache or prerendered.
  page.addEventListener("visibilitychange", readTheme);
  // Elements that React rendered after a navigation.
  page.addEventListener("rendered", applyTheme);

  page.addEventListener("change", ({ target }: any) => {
    if (target.name !== "theme") return;
    theme = target.value;
    applyTheme();
    try {
      localStorage.theme = theme;
    } catch {}
  });

  const fetchMotion = () =>
    (self.requestIdleCallback || setTimeout)(() => {
      const script = page.createElement("script");
      script.src = "/motion.js";
      page.head.append(script);
      // Removed, because hydration expects only what React rendered; it still runs.
      script.remove();
    });
  page.addEventListener("painted", () =>
    page.readyState === "complete" ? fetchMotion() : addEventListener("load", fetchMotion),
  );

  page.addEventListener("keydown", (event: any) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = target.closest("input,textarea,select,[contenteditable]");
    // Caps Lock makes "K" of it; Ctrl+Shift+K belongs to the editor.
    if (key === "/" ? isTyping || ctrlKey || metaKey : !/^k$/i.test(key) || event.shiftKey || !(ctrlKey || metaKey))
      return;
    event.preventDefault();
    page.querySelector<HTMLElement>("[aria-keyshortcuts]")?.click();
  });
}
