import { expect, inject, test } from "vitest";
import { EAGER } from "../fixtures/site/routes.ts";

const site = inject("siteUrl");

test.each(EAGER)("%s hydrates at once and inlines every stylesheet it links to", async (path) => {
  const html = await (await fetch(site + path)).text();
  const style = Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, text]) => text).join("");
  const links = Array.from(
    html.matchAll(/<link[^>]*data-rel="stylesheet"[^>]*href="([^"]+)"/g),
    ([, href = ""]) => href,
  );
  expect(links.length).toBeGreaterThan(0);
  for (const href of links) {
    const stylesheet = await (await fetch(new URL(href, site))).text();
    expect(style.includes(stylesheet.trim()), href).toBe(true);
  }
});
