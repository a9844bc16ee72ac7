/** A part of the motion script (motion.ts): the header's button chooses the other scheme by the footer's switch. */
export function toggleScheme(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target as Element).closest(".scheme")) return;
    const isDark = matchMedia("(prefers-color-scheme:dark)").matches;
    const shown = document.documentElement.dataset.theme || (isDark ? "dark" : "light");
    document.querySelector<HTMLElement>(`[name=theme][value=${shown > "e" ? "dark" : "light"}]`)?.click();
  });
}
