/**
 * Home's bob, a part of the motion script (motion.ts). A push by the pointer, by scrolling or by tilting the device
 * computes the swing that follows, a damped oscillation, and hands it to the compositor as one animation. Between
 * pushes nothing runs. The listeners are on the window, because the router replaces the page's elements.
 */
export function pendulum(reducedMotion: MediaQueryList): void {
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
