/**
 * A part of the motion script (motion.ts): fetches the pictures further down one after another, so that scrolling,
 * printing and a screenshot of the whole page show every picture. Prerendered pages are hidden, too.
 */
export function fetchPictures(): void {
  const MAX_BYTES = 500_000;
  let bytes = 0;
  let largest = 0;
  const fetchNext = () => {
    const image = document.querySelector<HTMLImageElement>("img[loading=lazy]");
    if (!image || document.hidden || bytes + largest > MAX_BYTES) return;
    const count = () => {
      const [request] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[];
      const size = request?.transferSize ?? 0;
      bytes += size;
      largest = Math.max(largest, size);
      fetchNext();
    };
    image.loading = "eager";
    if (image.complete) return count();
    image.addEventListener("load", count, { once: true });
    image.addEventListener("error", count, { once: true });
  };
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  fetchNext();
  document.addEventListener("visibilitychange", fetchNext);
}
