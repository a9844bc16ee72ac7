/** The motion script, the only one that a page fetches before user intent: once it is idle after load (head-script.ts). */
export const MOTION_PATH = "/motion.js";

/** The texts of functions that refer to nothing outside themselves. */
export function motionScript(isCounting: boolean): Response {
  const parts = [pendulum, returnHeader, toggleScheme, lean, fetchPictures, addSpeculationRules];
  if (isCounting) parts.push(countVisits);
  const calls = parts.map((part) => `(${part.toString()})(m)`).join(";");
  const text = `{const m=matchMedia("(prefers-reduced-motion:reduce)");${calls}}`;
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

// Home's bob. A push by the pointer, by scrolling or by tilting the device computes the swing that follows, a damped
// oscillation, and hands it to the compositor as one animation. Between pushes nothing runs. The listeners are on the
// window, because the router replaces the page's elements.
function pendulum(reducedMotion: MediaQueryList): void {
  /** Degrees and degrees per second; a swing below REST_ANGLE is not visible. */
  const [MAX_ANGLE, MAX_PUSH, MIN_PUSH, REST_ANGLE] = [4, 5, 0.3, 0.02];
  const DAMPING = 0.7;
  const FREQUENCY = (2 * Math.PI) / 2.6;
  const FRAME_S = 0.04;
  /** A new swing at most this often, so that a quick pointer does not make it tremble. */
  const MIN_INTERVAL_MS = 80;
  const limit = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  let swing: Animation | undefined;
  /** The swing is e^(-DAMPING t) (cosine cos(FREQUENCY t) + sine sin(FREQUENCY t)). */
  let [cosine, sine] = [0, 0];
  let pushedAt = 0;
  let scrolled = 0;
  let tilt: number | undefined;

  const stateAt = (seconds: number) => {
    const decay = Math.exp(-DAMPING * seconds);
    const [c, s] = [decay * Math.cos(FREQUENCY * seconds), decay * Math.sin(FREQUENCY * seconds)];
    const angle = cosine * c + sine * s;
    return { angle, speed: FREQUENCY * (sine * c - cosine * s) - DAMPING * angle };
  };

  const push = (speed: number) => {
    const bob = document.querySelector(".pendulum");
    const now = performance.now();
    if (!bob || reducedMotion.matches || scrollY > innerHeight) return;
    if (Math.abs(speed) < MIN_PUSH || now - pushedAt < MIN_INTERVAL_MS) return;
    pushedAt = now;
    const before = swing ? stateAt(Number(swing.currentTime) / 1_000) : { angle: 0, speed: 0 };
    const maxSpeed = FREQUENCY * Math.sqrt(Math.max(0, MAX_ANGLE ** 2 - before.angle ** 2));
    cosine = before.angle;
    sine = (limit(before.speed + limit(speed, MAX_PUSH), maxSpeed) + DAMPING * cosine) / FREQUENCY;
    const seconds = Math.log(Math.max(2, Math.hypot(cosine, sine) / REST_ANGLE)) / DAMPING;
    const frames = Array.from({ length: Math.ceil(seconds / FRAME_S) }, (_, index) => ({
      transform: `rotate(${stateAt(index * FRAME_S).angle.toFixed(3)}deg)`,
    }));
    const next = bob.animate([...frames, { transform: "none" }], frames.length * FRAME_S * 1_000);
    next.onfinish = () => (swing = undefined);
    swing?.cancel();
    swing = next;
  };

  // The line is at two thirds of the page; a pointer far from it moves little air.
  addEventListener("pointermove", ({ clientX, movementX }) =>
    push((-movementX * 0.4) / (1 + ((3 * clientX) / innerWidth - 2) ** 2 * 6)),
  );
  addEventListener("scroll", () => {
    push((scrollY - scrolled) * 0.06);
    scrolled = scrollY;
  });
  addEventListener("deviceorientation", ({ gamma }) => {
    const before = tilt ?? gamma ?? 0;
    // A hand is never still: less than three degrees is no push.
    if (tilt !== undefined && Math.abs((gamma ?? 0) - before) < 3) return;
    tilt = gamma ?? 0;
    push((before - tilt) * 0.5);
  });
}

// The header returns when the reader scrolls up. Until then, and without scripts, it scrolls away with the page. Its
// styles are set here, because home's CSS has to fit into ten packets.
function returnHeader(reducedMotion: MediaQueryList): void {
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
      Object.assign(header.style, { position, top: "0", background: "var(--bg)" });
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

/** The header's button chooses the other scheme by the footer's switch. */
function toggleScheme(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target as Element).closest(".scheme")) return;
    const isDark = matchMedia("(prefers-color-scheme:dark)").matches;
    const shown = document.documentElement.dataset.theme || (isDark ? "dark" : "light");
    document.querySelector<HTMLElement>(`[name=theme][value=${shown > "e" ? "dark" : "light"}]`)?.click();
  });
}

/** A picture of /services moves up to 6 px toward a mouse over its card. */
function lean(reducedMotion: MediaQueryList): void {
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

// Fetches the pictures further down one after another, so that scrolling, printing and a screenshot of the whole page
// show every picture. Prerendered pages are hidden, too.
function fetchPictures(): void {
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

// Adds the speculation rules (site-files.ts). A header that names them would make browsers request them before the
// first picture, which then waits for a connection. Without an answer the page does without them.
async function addSpeculationRules(): Promise<void> {
  const script = document.createElement("script");
  script.type = "speculationrules";
  try {
    script.text = await (await fetch("/prerender.json")).text();
    document.head.append(script);
  } catch {}
}

// Reports a page that was visible for five seconds, also after a navigation in the page; prerendered pages are hidden.
// Stores nothing. Notes the page before and the one that led here for the contact form. At most 400 bytes.
function countVisits(): void {
  const page = document;
  const browser = navigator as Navigator & { doNotTrack: number; globalPrivacyControl?: boolean };
  if (browser.webdriver || browser.doNotTrack > 0 || browser.globalPrivacyControl) return;
  const site = page.referrer;
  let from = site;
  let via = site.split("/")[2] || "";
  let path = "";
  let seconds: number;
  // The page came back from the back/forward cache.
  addEventListener("pageshow", () => (path = ""));
  setInterval(() => {
    const now = location.pathname;
    if (path !== now) {
      page.documentElement.dataset.visit = `${(from = path || from)} ${site}`;
      path = now;
      seconds = 0;
    }
    if (!page.hidden && ++seconds === 5) {
      browser.sendBeacon("/visit", `${path} ${via}`);
      via = location.host;
    }
  }, 1e3);
}
