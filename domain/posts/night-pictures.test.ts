import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";
import { addNightPictures } from "./night-pictures.ts";

const artwork = [{ src: "/art/mobile.1", night: [800, 1800] }, { src: "/art/screen.3" }];

test("a picture with a night version gets it for the dark scheme, at least as wide", () => {
  const { html } = prepareArticle(`<p><img src="/art/mobile.1-1200.webp" alt="A > B"></p>`);
  expect(addNightPictures(html, artwork)).toBe(
    '<p><picture><source type="image/avif" media="(prefers-color-scheme:dark)" data-scheme="dark" srcset="/art/mobile.1-night-1800.avif">' +
      '<img src="/art/mobile.1-1200.webp" alt="A > B" loading="lazy"></picture></p>',
  );
});

test.each(["/art/screen.3-640.webp", "/art/unknown.4-480.webp", "/storage/v1/object/public/post-images/a.webp"])(
  "%s shows by day",
  (src) => {
    const { html } = prepareArticle(`<p><img src="${src}" alt="A bob"></p>`);
    expect(addNightPictures(html, artwork)).toBe(html);
  },
);
