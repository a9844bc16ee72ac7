import type { HydrateWhen } from "../../../domain/content/page-facts.ts";

// The inline loader, sent as the text of this function (at most 1 KB). It restores the deferred scripts
// (defer-scripts.ts) on the first user intent, when another tab signs in, or after the first paint if the browser or the
// URL holds a session. Clicks on [data-replay] links and buttons and submits of [data-replay] forms are replayed after the
// "hydrated" event. After three seconds without it, links and forms work as without scripts; [data-replay=script]
// elements, which need them, keep waiting.
export function hydrateOnIntent(when: Exclude<HydrateWhen, "account" | "never">): void {
  const page = document;
  const listen = (type: string, handler: (event: any) => void) => addEventListener(type, handler, true);
  const each = (selector: string, change: (element: any) => void) => page.querySelectorAll(selector).forEach(change);
  let timeout: unknown;
  /** 1 after the timeout, 2 after hydration. */
  let settled = 0;
  const canRun = (element: any) => element && settled > Number(element.dataset.replay === "script");
  let held: any;

  const hydrate = () => {
    if (timeout) return;
    timeout = setTimeout(settle, 3e3);
    each("[data-rel]", (link) => (link.rel = link.dataset.rel));
    each("[type^=x]", (deferred) => {
      const script = page.createElement("script");
      for (const name in deferred.dataset) script.setAttribute(name, deferred.dataset[name]);
      script.text = deferred.text;
      deferred.replaceWith(script);
    });
  };
  const settle = (hydrated?: Event) => {
    settled = hydrated ? 2 : 1;
    if (!canRun(held)) return;
    if (hydrated) held.action ? held.requestSubmit() : held.click();
    else held.href ? (location = held) : held.submit();
    held = 0;
  };
  const hold = (event: any) => {
    const element = event.target.closest("[data-replay]");
    if (!element || canRun(element)) return;
    if (event.ctrlKey || event.metaKey || (event.type < "d" && element.action)) return;
    event.preventDefault();
    held = element;
    hydrate();
  };

  listen("hydrated", settle);
  listen("click", hold);
  listen("submit", hold);
  for (const intent of ["pointerdown", "keydown", "focusin"]) listen(intent, hydrate);
  listen("pointerover", (event) => event.target.closest("a,button,input,label,select,textarea") && hydrate());
  /** As in domain/accounts/session-key.ts; a sign-up's verifier is stored under a longer key. */
  const isSession = (key: any) => /^sb-.+-auth-token$/.test(key);
  listen("storage", ({ key }) => isSession(key) && hydrate());
  try {
    const isSignedIn = () => Object.keys(localStorage).some(isSession);
    const hasDraft = () => when < "i" && sessionStorage["contact-draft"];
    // first-paint.ts dispatches "painted". Development does without both: its scripts are not deferred.
    if (when > "n" || /_token=|error_/.test(location.hash) || isSignedIn() || hasDraft()) listen("painted", hydrate);
  } catch {}
}
