/**
 * A part of the motion script (motion.ts): the header returns when the reader scrolls up. Until then, and without scripts,
 * it scrolls away with the page. Its styles are set here, because home's CSS has to fit into ten packets.
 */
export function returnHeader(reducedMotion: MediaQueryList): void {
  /** Shorter movements are ignored as jitter. */
  const MIN_DISTANCE_PX = 8;
  let before = 0;
  let isShown = false;
  const leave = (header: HTMLElement | null) => {
    isShown = false;
    header?.removeAttribute("style");
  };
  const slide = (header: HTMLElement, translate: string[]) =>
    header.animate({ translate }, reducedMotion.matches ? 0 : 200);

  const follow = () => {
    const distance = scrollY - before;
    const header = document.querySelector<HTMLElement>("body>.header");
    if (!header || (scrollY > 0 && Math.abs(distance) < MIN_DISTANCE_PX)) return;
    before = scrollY;
    if (scrollY <= 0) leave(header);
    else if (distance < 0 && !isShown) {
      isShown = true;
      // Over home's hero it is out of the flow; elsewhere its place stays reserved.
      const position = header.matches(".over") ? "fixed" : "sticky";
      Object.assign(header.style, { position, insetBlockStart: "0", background: "var(--bg)" });
      slide(header, ["0 -100%", "0"]);
    } else if (distance > 0 && isShown && !header.matches(":focus-within,:has(:popover-open)")) {
      isShown = false;
      slide(header, ["0", "0 -100%"]).onfinish = () => isShown || leave(header);
    }
  };
  addEventListener("scroll", follow);
  // The router keeps the header element, so its position is reset for the next page.
  document.addEventListener("rendered", () => leave(document.querySelector("body>.header")));
}
