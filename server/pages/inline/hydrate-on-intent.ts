/* oxlint-disable unicorn/consistent-function-scoping -- It is sent as text and finds nothing that stands outside it. */

/**
 * "draft" is "now" where this tab keeps what somebody typed, and "intent" elsewhere. "account" is "now", too, but
 * who has no session is led to /auth (redirect-to-sign-in.ts).
 */
export type HydrateWhen = "account" | "draft" | "intent" | "now";

/**
 * The inline loader, sent as the text of this function (at most 1 KB), so it uses nothing from outside itself.
 * It restores the inert scripts (defer-scripts.ts) on the first sign of intent, once the page was seen where the
 * browser holds a session or the address brings one, or when another tab signs in. A click on a [data-replay] link or button, or
 * the submit of a [data-replay] form is held until the app says "hydrated"; if that takes over three seconds, the
 * element does what it does without scripts. What can do nothing without them ([data-replay=script]) goes on waiting.
 */
export function hydrateOnIntent(on: Exclude<HydrateWhen, "account">): void {
  const page = document;
  const listen = (type: string, heard: (event: any) => void) => addEventListener(type, heard, true);
  const each = (selector: string, change: (element: any) => void) => page.querySelectorAll(selector).forEach(change);
  let hydrating: unknown;
  /** 1 once three seconds are over, 2 once hydrated. */
  let settled = 0;
  const isOver = (awaiting: any) => awaiting && settled > Number(awaiting.dataset.replay === "script");
  let held: any;

  const start = () => {
    if (hydrating) return;
    hydrating = setTimeout(settle, 3e3);
    each("[data-rel]", (link) => (link.rel = link.dataset.rel));
    each("[type=deferred]", (inert) => {
      const script = page.createElement("script");
      for (const name in inert.dataset) script.setAttribute(name, inert.dataset[name]);
      script.text = inert.text;
      inert.replaceWith(script);
    });
  };
  const settle = (hydrated?: Event) => {
    settled = hydrated ? 2 : 1;
    if (!isOver(held)) return;
    if (hydrated) held.action ? held.requestSubmit() : held.click();
    else held.href ? (location = held) : held.submit();
    held = 0;
  };
  const hold = (event: any) => {
    const awaiting = event.target.closest("[data-replay]");
    if (!awaiting || isOver(awaiting)) return;
    if (event.ctrlKey || event.metaKey || (event.type < "d" && awaiting.action)) return;
    event.preventDefault();
    held = awaiting;
    start();
  };

  listen("hydrated", settle);
  listen("click", hold);
  listen("submit", hold);
  for (const sign of ["pointerdown", "keydown", "focusin"]) listen(sign, start);
  listen("pointerover", (event) => event.target.closest("a,button,input,label,select,textarea") && start());
  /** As in app/auth/stored-session.ts; a sign-up's verifier is stored under a longer key. */
  const isSession = (key: any) => /^sb-.+-auth-token$/.test(key);
  listen("storage", ({ key }) => isSession(key) && start());
  try {
    const isSignedIn = () => Object.keys(localStorage).some(isSession);
    const hasDraft = () => on < "i" && sessionStorage["contact-draft"];
    // "painted" is said by first-paint.ts; in development, which has none, nothing is asleep.
    if (on > "n" || /_token=|error_/.test(location.hash) || isSignedIn() || hasDraft()) listen("painted", start);
  } catch {}
}
