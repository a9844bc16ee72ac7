/**
 * What must work before any script is fetched, sent inline as the text of this function: the theme, applied before
 * the first paint and changed by the switch in the footer, and the keys that open search (they click its link,
 * which the loader holds until the page is hydrated). An address that asks for more than the page is marked, and so is a
 * page with router state: /auth shows its form only once it knows of a link, or of the reason to stand above it.
 */
export function headScript(): void {
  const page = document;
  const each = (selector: string, change: (element: any) => void) => page.querySelectorAll(selector).forEach(change);
  const { dataset } = page.documentElement;
  let theme = "";
  if (location.search + location.hash || history.state?.usr) dataset.asks = "";

  const paint = () => {
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    each("[data-scheme]", (source) => {
      const { scheme } = source.dataset;
      source.media = theme ? (theme === scheme ? "all" : "not all") : `(prefers-color-scheme:${scheme})`;
    });
    each("[name=theme]", (radio) => (radio.checked = radio.value === theme));
  };
  const read = () => {
    const before = theme;
    try {
      theme = localStorage.theme || "";
    } catch {}
    if (theme !== before) paint();
  };
  read();
  if (theme) page.addEventListener("DOMContentLoaded", paint);
  // Chosen elsewhere meanwhile: who goes back, or opens a page that was rendered ahead, does not load it anew.
  page.addEventListener("visibilitychange", read);

  page.addEventListener("change", ({ target }: any) => {
    if (target.name !== "theme") return;
    theme = target.value;
    paint();
    try {
      localStorage.theme = theme;
    } catch {}
  });

  page.addEventListener("keydown", (event: any) => {
    const { key, ctrlKey, metaKey, target } = event;
    const typing = target.closest("input,textarea,select,[contenteditable]");
    if (key === "/" ? typing || ctrlKey || metaKey : key !== "k" || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    page.querySelector<HTMLElement>("[aria-keyshortcuts]")?.click();
  });
}
