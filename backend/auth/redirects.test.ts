import { expect, test } from "vitest";
import { confirmationPageLink } from "./redirects.ts";

const siteUrl = "https://agency.example";

test.each([
  [`${siteUrl}/de/auth`, null],
  [`${siteUrl}/de`, null],
  [`${siteUrl}/de//elsewhere.example/`, null],
  [`${siteUrl}/de/account?tab=security`, "/account?tab=security"],
  [`${siteUrl}/design`, "/design"],
])(
  "the link in a German mail with redirectTo %s continues to %s, to which the router adds the language",
  (to, next) => {
    const german = { siteUrl: `${siteUrl}/de`, tokenHash: "abc", type: "signup", redirectTo: to };
    const link = new URL(confirmationPageLink(german));
    expect(link.pathname).toBe("/de/auth");
    expect(link.searchParams.get("next")).toBe(next);
  },
);

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
