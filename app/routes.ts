import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The map of URLs. A more exact path wins over a parameter, whatever the order. */
export default [
  index("routes/home.tsx"),
  route("services", "routes/services.tsx"),
  route("services/strategy", "routes/strategy.tsx"),
  route("services/:serviceId", "routes/service.tsx"),
  route("work", "routes/work.tsx"),
  route("work/:projectSlug", "routes/case-study.tsx"),
  route("blog", "routes/blog.tsx"),
  route("blog/new", "routes/new-post.tsx"),
  route("blog/:postId", "routes/post.tsx"),
  route("about", "routes/about.tsx"),
  route("contact", "routes/contact.tsx"),
  route("careers", "routes/careers.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("terms", "routes/terms.tsx"),
  route("sitemap", "routes/sitemap.tsx"),
  route("search", "routes/search.tsx"),
  route("auth", "routes/auth.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
