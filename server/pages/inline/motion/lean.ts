/** A part of the motion script (motion.ts): a picture of /services moves up to 6 px toward a mouse over its card. */
export function lean(reducedMotion: MediaQueryList): void {
  const REACH_PX = 12;
  const shift = (part: number) => `${REACH_PX * (part - 0.5)}px`;
  let leaning: HTMLElement | null | undefined;
  addEventListener("pointermove", ({ target, clientX, clientY, pointerType }) => {
    const card = (target as Element).closest(".service-index li");
    const picture = card?.querySelector("img");
    if (leaning !== picture) leaning?.removeAttribute("style");
    leaning = picture;
    if (!card || !picture || pointerType !== "mouse" || reducedMotion.matches) return;
    const { left, top, width, height } = card.getBoundingClientRect();
    // Enlarged, so that its edges stay outside the frame.
    picture.style.transform = `translate(${shift((clientX - left) / width)},${shift((clientY - top) / height)})scale(1.04)`;
  });
}
