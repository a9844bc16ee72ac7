import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

const sameOrigin = { siteUrl: undefined, supabaseUrl: undefined };
const scriptSources = (html: string) => /script-src ([^;]*)/.exec(contentSecurityPolicy(html, sameOrigin))?.[1] ?? "";

test("the policy never allows a script inside the content of a page", () => {
  const own = scriptSources("<head><script>own()</script></head><body><main></main></body>");
  for (const content of [
    "<script>evil()</script>",
    "</main><script>evil()</script><main>",
    "<main><script>evil()</script>",
  ]) {
    expect(scriptSources(`<head><script>own()</script></head><body><main>${content}</main></body>`)).toBe(own);
  }
});

test("only a page that plays a video may frame its player", () => {
  const frames = (content: string) => {
    const policy = contentSecurityPolicy(`<body><main>${content}</main></body>`, sameOrigin);
    return /frame-src ([^;]*)/.exec(policy)?.[1];
  };
  expect(frames("<p>Text</p>")).toBe("'self'");
  expect(frames('<iframe src="https://evil.example/embed/x"></iframe>')).toBe("'self'");
  expect(frames('<img alt="<iframe src=&quot;https://player.vimeo.com/video/1&quot;">')).toBe("'self'");
  expect(frames('<iframe src="https://player.vimeo.com/video/1"></iframe>')).toBe("'self' https://player.vimeo.com");
});

test("a backend on another origin is allowed for requests and pictures", () => {
  const policy = contentSecurityPolicy("", { siteUrl: "https://a.example", supabaseUrl: "https://b.example" });
  expect(policy).toContain("connect-src 'self' https://b.example wss://b.example;");
  expect(policy).toContain("img-src 'self' data: https://b.example;");
  expect(policy).toContain("upgrade-insecure-requests");
});
