// The first-paint script, sent inline as the text of this function. On a first visit it splits layout into short tasks
// (first-paint.css): the first screen is laid out and painted first, the other sections in the next frame. After the
// first paint it loads lazy pictures, the contents of the head's noscript and the body font, which is then swapped in a
// few elements per frame. Visitors who come from another page of the site have the font cached, so nothing is deferred.
// Dispatches "painted", which starts hydration on pages that hydrate without user intent (hydrate-on-intent.ts).
export function firstPaint(): void {
  const page = document;
  const root = page.documentElement.dataset;
  const sizeOf = (element: Element) => element.querySelectorAll("*").length + 1;
  const partsOf = (element: Element): Element[] =>
    sizeOf(element) > 30 ? [...element.children].flatMap(partsOf) : [element];
  /** Removes and returns as many parts as a phone lays out in one short task. */
  const takeBatch = (parts: Element[]) => {
    let budget = 60;
    return parts.splice(0, parts.findIndex((part) => (budget -= sizeOf(part)) < 0) + 1 || parts.length);
  };
  const afterFrame = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const each = (selector: string, change: (element: HTMLElement) => void) =>
    page.querySelectorAll<HTMLElement>(selector).forEach(change);
  const mark = (parts: Element[], name: string) => parts.forEach((part) => part.setAttribute(`data-${name}`, ""));
  const unmark = (name: string) => each(`[data-${name}]`, (part) => part.removeAttribute(`data-${name}`));
  let isPainted: unknown;
  const whenParsed = (then: () => void) =>
    page.readyState > "l" ? page.addEventListener("DOMContentLoaded", then) : then();

  if (!page.referrer.startsWith(location.origin)) {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    // Scroll restoration and fragment links need the complete layout.
    let isDeferred: unknown = page.hidden || location.hash || navigation?.type !== "navigate";
    /** Runs before the first layout: at the end of the page, or with the part that was received by the first frame. */
    const deferLayout = () => {
      if (isDeferred) return;
      isDeferred = true;
      // Only complete sections: showing an element inside one could move the rest of that section.
      const sections = [...page.querySelectorAll("body>:not(main),main>*")];
      takeBatch(sections);
      mark(sections, "deferred-layout");
      afterFrame(() => unmark("deferred-layout"));
    };
    const showPictures = () => unmark("deferred-pictures");
    root.fontSwap = root.deferredPictures = "";
    requestAnimationFrame(deferLayout);
    // A screenshot taken after load shows the complete page.
    addEventListener("load", () => (unmark("deferred-layout"), isPainted && setTimeout(showPictures)));
    addEventListener("scroll", showPictures, { once: true });
    whenParsed(deferLayout);
    // Elements rendered after hydration use the web font directly.
    page.addEventListener("hydrated", () => (unmark("font-swap"), unmark("font-swapped")));
  }

  const swapFont = (parts: Element[]) => {
    if (root.fontSwap !== "") return;
    if (!parts[0]) return void (root.fontSwap = "done");
    mark(takeBatch(parts), "font-swapped");
    afterFrame(() => swapFont(parts));
  };
  const onPainted = () => {
    if (isPainted) return;
    isPainted = true;
    page.dispatchEvent(new Event("painted"));
    if (page.readyState === "complete") unmark("deferred-pictures");
    each("head>noscript", (noscript) => (noscript.outerHTML = noscript.innerText));
    const startSwap = () => swapFont(partsOf(page.body));
    page.fonts.load("1em Body").then(startSwap, startSwap);
  };
  // Hidden tabs paint nothing, and some browsers report no paint timing.
  if (page.hidden) whenParsed(onPainted);
  addEventListener("load", () => setTimeout(onPainted, 1e3));
  new PerformanceObserver((paints) => {
    // "first-paint" alone may be an empty page.
    if (paints.getEntriesByName("first-contentful-paint")[0]) whenParsed(onPainted);
  }).observe({ type: "paint", buffered: true });
}
