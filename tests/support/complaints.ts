import type { Page } from "playwright-core";

/** What the page says on the console from now on, and what fails in it. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser itself reports a 404; for a missing page that line is the truth.
    if (!message.text().includes("status of 404")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
