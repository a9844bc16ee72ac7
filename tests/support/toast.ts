import type { Page } from "playwright-core";

/** A toast by its whole title and by words of its text. It goes by itself: what is to be known of it is asked at once. */
export async function seeToast(page: Page, title: string, text: string): Promise<void> {
  const whole = page.locator("b").getByText(title, { exact: true });
  await page.locator(".toast", { has: whole, hasText: text }).first().waitFor();
}
