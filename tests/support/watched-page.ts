import type { Page } from "playwright-core";

/** From the next navigation on, notes everything that a smuggled script could do. */
export async function watchPage(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("note", (what: string) => void seen.push(what));
  await page.addInitScript(`
    window.hit = () => note("ran");
    document.addEventListener("securitypolicyviolation", (e) => note("policy: " + e.violatedDirective + " " + e.blockedURI));
  `);
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (new URL(request.url()).hostname === "evil.example") seen.push(`request: ${request.url()}`);
  });
  return seen;
}

/** Wakes whatever waits for a reader: pointers, focus, toggles, clicks on links that would run. */
export async function provoke(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>("main *, body > section *")) {
      for (const kind of ["mouseover", "pointerenter", "focus", "toggle", "animationstart", "click"]) {
        const isNavigation = kind === "click" && !element.closest("a[href^='java' i], a[href^='data' i], a[href^=' ']");
        if (!isNavigation) element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
}
