import type { Locator } from "playwright-core";
import { expect } from "vitest";

export async function expectFocused(element: Locator): Promise<void> {
  await element.waitFor();
  await expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
}
