/* oxlint-disable unicorn/consistent-function-scoping -- It is sent as text and finds nothing that stands outside it. */

/**
 * How a page opens, sent inline as the text of this function. On a first visit a phone shall never work long at a
 * stretch (first-visit.css): what is seen first is laid out and shown first, the rest with the next frame; pictures
 * further down are fetched once the first view is there, and so is the text's face, which is then put on part by part.
 * Who comes from another page of ours has it in the cache, and gets all at once. What can wait until the page was seen
 * stands in the head's noscript; a page that hydrates by itself (hydrate-on-intent.ts) is told.
 */
export function firstPaint(): void {
  const page = document;
  const root = page.documentElement.dataset;
  const sizeOf = (element: Element) => element.querySelectorAll("*").length + 1;
  const partsOf = (element: Element): Element[] =>
    sizeOf(element) > 30 ? [...element.children].flatMap(partsOf) : [element];
  /** As many parts as a phone lays out in one go. */
  const take = (parts: Element[]) => {
    let room = 60;
    return parts.splice(0, parts.findIndex((part) => (room -= sizeOf(part)) < 0) + 1 || parts.length);
  };
  const afterFrame = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const each = (selector: string, change: (element: HTMLElement) => void) =>
    page.querySelectorAll<HTMLElement>(selector).forEach(change);
  const mark = (parts: Element[], name: string) => parts.forEach((part) => part.setAttribute(`data-${name}`, ""));
  const unmark = (name: string) => each(`[data-${name}]`, (part) => part.removeAttribute(`data-${name}`));
  let isOn: unknown;
  const whenParsed = (then: () => void) =>
    page.readyState > "l" ? page.addEventListener("DOMContentLoaded", then) : then();

  if (!page.referrer.startsWith(location.origin)) {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    // Who comes back, or to a place in the page, is scrolled there, and must find it.
    let isFolded: unknown = page.hidden || location.hash || navigation?.type !== "navigate";
    /** Before the first layout: at the end of the page, or of what has come of it when the first frame is due. */
    const fold = () => {
      if (isFolded) return;
      isFolded = true;
      // Whole sections, which stand one under the other: what unfolds inside of one may move the rest of it.
      const sections = [...page.querySelectorAll("body>:not(main),main>*")];
      take(sections);
      mark(sections, "folded");
      afterFrame(() => unmark("folded"));
    };
    const show = () => unmark("waiting");
    root.dressing = root.waiting = "";
    requestAnimationFrame(fold);
    // Whoever photographs a page that has loaded gets it whole.
    addEventListener("load", () => (unmark("folded"), isOn && setTimeout(show)));
    // Who scrolls waits no longer.
    addEventListener("scroll", show, { once: true });
    whenParsed(fold);
    // What React makes from then on comes dressed.
    page.addEventListener("hydrated", () => (unmark("dressing"), unmark("dressed")));
  }

  const dress = (parts: Element[]) => {
    if (root.dressing !== "") return;
    if (!parts[0]) return void (root.dressing = "over");
    mark(take(parts), "dressed");
    afterFrame(() => dress(parts));
  };
  const goOn = () => {
    if (isOn) return;
    isOn = true;
    page.dispatchEvent(new Event("painted"));
    if (page.readyState === "complete") unmark("waiting");
    each("head>noscript", (kept) => (kept.outerHTML = kept.innerText));
    const begin = () => dress(partsOf(page.body));
    page.fonts.load("1em Instrument").then(begin, begin);
  };
  // Nothing is painted in a hidden tab, and some browsers tell nobody what they paint.
  if (page.hidden) whenParsed(goOn);
  addEventListener("load", () => setTimeout(goOn, 1e3));
  new PerformanceObserver((paints) => {
    // The first paint of all may be an empty page's.
    if (paints.getEntriesByName("first-contentful-paint")[0]) whenParsed(goOn);
  }).observe({ type: "paint", buffered: true });
}
