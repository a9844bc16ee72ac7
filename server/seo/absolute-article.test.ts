import { toHtml } from "hast-util-to-html";
import { expect, test } from "vitest";
import { prepareArticle } from "../../domain/posts/article.ts";
import { absoluteArticle } from "./absolute-article.ts";

const ADDRESS = "https://agency.example/blog/a-post";
const resolve = (html: string) => toHtml(absoluteArticle(prepareArticle(html).html, ADDRESS));

test.each([
  ["/contact", "https://agency.example/contact"],
  ["../work", "https://agency.example/work"],
  ["?category=Design", "https://agency.example/blog/a-post?category=Design"],
  ["#part", "https://agency.example/blog/a-post#part"],
  ["mailto:ada@agency.example", "mailto:ada@agency.example"],
])("a link to %s becomes %s", (href, leadsTo) => {
  expect(resolve(`<p><a href="${href}">x</a></p>`)).toBe(`<p><a href="${leadsTo}">x</a></p>`);
});

test("an invalid link loses its href", () => {
  expect(resolve('<p><a href="http:">x</a></p>')).toBe("<p><a>x</a></p>");
});

test("the src of a picture becomes absolute", () => {
  expect(resolve('<img src="/art/a.webp" alt="">')).toContain('src="https://agency.example/art/a.webp"');
});

test("code samples do not change", () => {
  const sample = '<pre><code>&#x3C;a href="/contact">&#x3C;img src="/a.webp"></code></pre>';
  expect(resolve(sample)).toBe(sample);
});
