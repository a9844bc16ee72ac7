import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** Paths are case-sensitive: /About is a 404. */
const page = (path: string, file: string) => route(path, file, { caseSensitive: true });

/** The map of URLs. A static path wins over a parameter, regardless of the order. */
export default [
  index("routes/home.tsx"),
  page("services", "routes/services.tsx"),
  page("services/:serviceId", "routes/service.tsx"),
  page("work", "routes/work.tsx"),
  page("work/:projectSlug", "routes/case-study.tsx"),
  page("blog", "routes/blog.tsx"),
  page("blog/:postId", "routes/post.tsx"),
  page("blog/tag/:tag", "routes/tag.tsx"),
  page("authors/:key", "routes/author.tsx"),
  page("about", "routes/about.tsx"),
  page("careers", "routes/careers.tsx"),
  page("careers/:key", "routes/job.tsx"),
  page("contact", "routes/contact.tsx"),
  page("messages/erased", "routes/message-erased.tsx"),
  page("messages/:token", "routes/message.tsx"),
  page("privacy", "routes/privacy.tsx"),
  page("terms", "routes/terms.tsx"),
  page("sitemap", "routes/sitemap.tsx"),
  page("search", "routes/search.tsx"),
  page("auth", "routes/auth.tsx"),
  page("account", "routes/account.tsx"),
  layout("routes/newsroom/admin.tsx", [page("blog/new", "routes/newsroom/new-post.tsx")]),
  page("blog/:slug/edit", "routes/newsroom/former-editor.ts"),
  layout("routes/newsroom/newsroom.tsx", [
    page("newsroom", "routes/newsroom/overview.tsx"),
    page("newsroom/posts", "routes/newsroom/posts.tsx"),
    page("newsroom/posts/:id", "routes/newsroom/edit-post.tsx"),
    page("newsroom/messages", "routes/newsroom/messages.tsx"),
    page("newsroom/journal", "routes/newsroom/journal.tsx"),
    page("newsroom/numbers", "routes/newsroom/numbers.tsx"),
    page("newsroom/redirects", "routes/newsroom/redirects.tsx"),
    page("newsroom/pages", "routes/newsroom/pages.tsx"),
    page("newsroom/download", "routes/newsroom/download.tsx"),
    page("newsroom/handbook/:page?", "routes/newsroom/handbook.tsx"),
    page("newsroom/pictures", "routes/newsroom/pictures.tsx"),
    page("newsroom/languages", "routes/newsroom/languages.tsx"),
    page("newsroom/people", "routes/newsroom/people.tsx"),
    page("newsroom/site/:collection?/:key?", "routes/newsroom/site.tsx"),
    route("newsroom/design", "routes/newsroom/site.tsx", { id: "newsroom/design", caseSensitive: true }),
  ]),
  // The owner's own pages, and all that is missing.
  route("*", "routes/page.tsx"),
] satisfies RouteConfig;
