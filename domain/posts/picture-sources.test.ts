import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";
import { addPictureSources } from "./picture-sources.ts";

const artwork = [{ src: "/art/mobile.1", night: [800, 1800] }, { src: "/art/screen.3" }];

test("a picture with a night version gets it for the dark scheme, at least as wide", () => {
  const { html } = prepareArticle(`<p><img src="/art/mobile.1-1200.webp" alt="A > B"></p>`);
  expect(addPictureSources(html, artwork)).toBe(
    '<p><picture><source type="image/avif" media="(prefers-color-scheme:dark)" data-scheme="dark" srcset="/art/mobile.1-night-1800.avif">' +
      '<img src="/art/mobile.1-1200.webp" alt="A > B" loading="lazy"></picture></p>',
  );
});

test("artwork that was made again since the post was stored gets the new night version", () => {
  const { html } = prepareArticle(`<p><img src="/art/mobile.0-1200.webp" alt=""></p>`);
  expect(addPictureSources(html, artwork)).toContain('srcset="/art/mobile.1-night-1800.avif"');
});

test.each(["/art/screen.3-640.webp", "/art/unknown.4-480.webp", "/storage/v1/object/public/post-images/a.webp"])(
  "%s shows by day",
  (src) => {
    const { html } = prepareArticle(`<p><img src="${src}" alt="A bob"></p>`);
    expect(addPictureSources(html, artwork)).toBe(html);
  },
);

test("an uploaded picture gets its smaller versions and the size in its name", () => {
  const src = "/storage/v1/object/public/images/pictures/a1-1200x800";
  const { html } = prepareArticle(`<p><img src="${src}.webp" alt="A > B" width="9" height="9"></p>`);
  const files = (format: string) => [480, 960, 1200].map((width) => `${src}-${width}.${format} ${width}w`).join(", ");
  const sizes = "(width < 48rem) 100vw, 44rem";
  expect(addPictureSources(html, artwork)).toBe(
    `<p><picture><source type="image/avif" srcset="${files("avif")}" sizes="${sizes}">` +
      `<img src="${src}-960.webp" srcset="${files("webp")}" sizes="${sizes}" width="1200" height="800" alt="A > B" loading="lazy"></picture></p>`,
  );
});

test("a picture in another storage keeps its single file", () => {
  const src = "https://backend.example/storage/v1/object/public/images/pictures/a1-1200x800.webp";
  const { html } = prepareArticle(`<img src="${src}" alt="">`, "https://backend.example");
  expect(addPictureSources(html, artwork)).toBe(html);
});
