import type { Page } from "playwright-core";

type Held = { readonly count: () => number; readonly release: () => void };

/** Requests that wait, as on a slow line, until they are let go. */
export async function holdRequests(page: Page, url: string, method?: string): Promise<Held> {
  const released = Promise.withResolvers<void>();
  let count = 0;
  await page.route(url, async (route) => {
    if (method && route.request().method() !== method) return route.continue();
    count += 1;
    await released.promise;
    return route.continue();
  });
  return { count: () => count, release: released.resolve };
}
