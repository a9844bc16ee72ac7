import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

const here = { siteUrl: undefined, supabaseUrl: undefined };
const scriptSources = (html: string) => /script-src ([^;]*)/.exec(contentSecurityPolicy(html, here))?.[1] ?? "";

test("a script inside the content of a page is not vouched for, whatever it is wrapped in", () => {
  const own = scriptSources("<head><script>own()</script></head><body><main></main></body>");
  for (const content of [
    "<script>evil()</script>",
    "</main><script>evil()</script><main>",
    "<main><script>evil()</script>",
  ]) {
    expect(scriptSources(`<head><script>own()</script></head><body><main>${content}</main></body>`)).toBe(own);
  }
});

test("a backend elsewhere may be asked and shown, and nothing else", () => {
  const policy = contentSecurityPolicy("", { siteUrl: "https://a.example", supabaseUrl: "https://b.example" });
  expect(policy).toContain("connect-src 'self' https://b.example;");
  expect(policy).toContain("img-src 'self' data: https://b.example;");
  expect(policy).toContain("upgrade-insecure-requests");
});
