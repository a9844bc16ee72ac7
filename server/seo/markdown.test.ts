import { expect, test } from "vitest";
import { shippedDe } from "../../content/de/translate.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import type { Page } from "../../domain/content/page-facts.ts";
import { llmsText, pageMarkdown } from "./markdown.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const ORIGIN = "https://agency.example";
const LINK = "Read this](https://evil.example) [x";
const ELEMENT = "<img src=x onerror=alert(1)>";
const PAGE: Page = { path: "/blog/a-post", label: "A post", markdown: [{ html: "<p>A text.</p>" }] };

test("markup in titles and texts is escaped in the Markdown of a page", () => {
  const page = {
    ...PAGE,
    label: `${LINK}\n${ELEMENT}`,
    markdown: ["*A*\n# B", { quote: ` ${ELEMENT} ` }, { heading: "*C*" }, { list: ["- D", ELEMENT] }],
  };
  expect(pageMarkdown(page, ORIGIN, "en")?.split("\n\n")).toEqual([
    String.raw`# Read this]\(https\://evil.example) \[x \<img src=x onerror=alert(1)>`,
    String.raw`\*A\* # B`,
    String.raw`> \<img src=x onerror=alert(1)>`,
    String.raw`## \*C\*`,
    String.raw`- \- D` + "\n" + String.raw`- \<img src=x onerror=alert(1)>`,
    "Source: <https://agency.example/blog/a-post>\n",
  ]);
});

test("a title cannot inject a link into llms.txt", () => {
  const text = `${ELEMENT}\n- [y](https://evil.example)`;
  const list = llmsText(
    [{ ...PAGE, label: LINK, found: { kind: "Post", title: "", text, body: "" } }],
    ORIGIN,
    CONTENT,
  );
  expect(list).toContain(
    String.raw`- [Read this\](https://evil.example) \[x](https://agency.example/blog/a-post.md): \<img src=x onerror=alert(1)> - \[y]\(https\://evil.example)` +
      "\n",
  );
});

test("the lists of a German page are German, and name the German feeds", () => {
  const german = showContent(shippedDe, { today: "2026-11-30", messageDays: 365 });
  const list = llmsText([PAGE], `${ORIGIN}/de`, german);
  expect(list.match(/^## .+$/gm)).toEqual([
    "## Leistungen",
    "## Was wir im Einzelnen anbieten",
    "## Beiträge",
    "## Mehr",
  ]);
  expect(list).toContain("Kontakt: ");
  expect(list).toContain("(https://agency.example/de/feed.xml): Neue Beiträge als RSS, auch unter /de/feed.atom");
  expect(list).not.toMatch(/\b(the|also|with|address)\b/i);
  expect(pageMarkdown(PAGE, ORIGIN, "de")).toContain("Quelle: ");
});

test("content without paragraphs is a block of its own, and empty content leaves no blank lines", () => {
  const withContent = (html: string) => pageMarkdown({ ...PAGE, markdown: [{ html }] }, ORIGIN, "en");
  expect(withContent("Only <b>words</b>")).toContain("\n\nOnly **words**\n\nSource: ");
  expect(withContent("")).not.toContain("\n\n\n");
});
