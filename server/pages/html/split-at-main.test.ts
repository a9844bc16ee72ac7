import { expect, test } from "vitest";
import { prepareArticle } from "../../../domain/posts/article.ts";
import { NO_ASSETS } from "./assets.ts";
import { parseStylesheet } from "./critical-css.ts";
import { finishPage } from "./finish-page.ts";
import { splitAtMain } from "./split-at-main.ts";

test("the three parts of a page join to the same page", () => {
  for (const html of ["<head></head><main>a</main>b", "<p>no content</p>", "</main><main>", "<main></main></main>"]) {
    expect(splitAtMain(html).join("")).toBe(html);
  }
  expect(splitAtMain('a<main id="main">b</main>c<main>d</main>e')[2]).toBe("</main>e");
});

test.each([
  '<img src="/art/x.webp" alt="<script/onmouseover=hit()">',
  '<a href="/<script/onmouseover=hit()">x</a>',
  '<abbr title="<link/onfocus=hit() rel=stylesheet href=/x.css">x</abbr>',
  '<abbr title="</main><script/onfocus=hit()">x</abbr>',
])("the page pipeline does not change sanitized content: %s", async (written) => {
  const { html } = prepareArticle(written);
  const page = (content: string) => `<head><meta charset="utf-8"/></head><main>${content}</main><script>own()</script>`;
  const finish = (content: string) =>
    finishPage(new Response(page(content), { headers: { "content-type": "text/html" } }), {
      head: undefined,
      canonical: "/",
      hydrate: "intent",
      headers: {},
      siteUrl: undefined,
      supabaseUrl: undefined,
      publicConfig: { supabaseUrl: "", supabaseAnonKey: "" },
      assets: { ...NO_ASSETS, stylesheets: new Map([["/x.css", parseStylesheet("p{}")]]) },
      development: false,
      scriptsUrl: undefined,
    });
  const finished = await finish(html);
  expect(finished.body).toContain(`<main>${html}</main><script type="x/deferred">own()</script>`);
  expect(finished.headers["content-security-policy"]).toBe((await finish("")).headers["content-security-policy"]);
});
