import { expect, test } from "vitest";
import { confirmationPageLink } from "./redirects.ts";

const siteUrl = "https://agency.example";

test.each([
  [undefined, null],
  [siteUrl, null],
  [`${siteUrl}/`, null],
  [`${siteUrl}/auth`, null],
  [`${siteUrl}/account?tab=security`, "/account?tab=security"],
  [`${siteUrl}/newsroom#top`, "/newsroom"],
  [`${siteUrl}//elsewhere.example/`, null],
  [`${siteUrl}/\\elsewhere.example/`, null],
  ["https://partner.example/welcome", null],
])("a link with redirectTo %s continues to %s after confirmation", (redirectTo, next) => {
  const link = new URL(
    confirmationPageLink({ siteUrl, tokenHash: "abc", type: "recovery", ...(redirectTo && { redirectTo }) }),
  );
  expect(link.origin + link.pathname).toBe(`${siteUrl}/auth`);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token_hash: "abc",
    type: "recovery",
    ...(next && { next }),
  });
});
