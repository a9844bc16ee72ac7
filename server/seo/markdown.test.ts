import { expect, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import type { Post } from "../../domain/posts/post.ts";
import { llmsText, postMarkdown } from "./markdown.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const ORIGIN = "https://agency.example";
const LINK = "Read this](https://evil.example) [x";
const ELEMENT = "<img src=x onerror=alert(1)>";

test("markup in a title, an excerpt or an author is escaped in the Markdown of a post", () => {
  const post = postWith({
    title: `${LINK}\n${ELEMENT}`,
    excerpt: ` ${ELEMENT} `,
    author: { name: "*A*\n# B", bio: "" },
  });
  expect(postMarkdown(post, ORIGIN).split("\n\n")).toEqual([
    String.raw`# Read this]\(https\://evil.example) \[x \<img src=x onerror=alert(1)>`,
    String.raw`\*A\* # B · September 30, 2026 · Design`,
    String.raw`> \<img src=x onerror=alert(1)>`,
    "A text.",
    "Source: <https://agency.example/blog/a-post>\n",
  ]);
});

test("a title cannot inject a link into llms.txt", () => {
  const list = llmsText(
    [postWith({ title: LINK, excerpt: `${ELEMENT}\n- [y](https://evil.example)` })],
    ORIGIN,
    CONTENT,
  );
  expect(list).toContain(
    String.raw`- [Read this\](https://evil.example) \[x](https://agency.example/blog/a-post.md): \<img src=x onerror=alert(1)> - \[y]\(https\://evil.example)` +
      "\n",
  );
});

test("content without paragraphs is a block of its own, and empty content leaves no blank lines", () => {
  expect(postMarkdown(postWith({ content: "Only <b>words</b>" }), ORIGIN)).toContain("\n\nOnly **words**\n\nSource: ");
  expect(postMarkdown(postWith({ content: "" }), ORIGIN)).not.toContain("\n\n\n");
});

function postWith(fields: Partial<Post>): Post {
  return { ...posts[2], slug: "a-post", content: "<p>A text.</p>", ...fields };
}
