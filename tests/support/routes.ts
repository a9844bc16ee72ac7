import { caseStudies } from "../../content/case-studies.ts";
import { posts } from "../../content/posts.ts";
import { services } from "../../content/services.ts";

/** Every address that answers 200 on a new site, what needs an account included. */
export const ROUTES = [
  "/",
  "/services",
  ...services.map(({ id }) => `/services/${id}`),
  "/work",
  ...caseStudies.map(({ slug }) => `/work/${slug}`),
  "/blog",
  "/blog?category=Design",
  "/blog?category=Nobody",
  ...posts.map(({ slug }) => `/blog/${slug}`),
  "/about",
  "/contact",
  "/messages/erased",
  "/careers",
  "/privacy",
  "/terms",
  "/sitemap",
  "/search",
  "/search?q=checkout",
  "/auth",
  "/account",
  "/newsroom/messages",
  "/newsroom/people",
  "/blog/new",
  "/newsroom",
] as const;

/** One of each kind of missing page, with the words it must say. */
export const MISSING = [
  { path: "/nowhere/at/all", words: "Oops! Page not found" },
  { path: "/services/nothing", words: "Service Not Found" },
  { path: "/work/nothing", words: "Project Not Found" },
  { path: "/blog/nothing", words: "Post Not Found" },
  { path: "/messages/nothing", words: "This link is not valid" },
] as const;

/** These are applications or nearly so: they may run scripts before intent. */
export const EAGER = ["/auth", "/account", "/newsroom", "/newsroom/messages", "/newsroom/people", "/blog/new"];
