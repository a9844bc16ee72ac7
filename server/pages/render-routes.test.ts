import { expect, test } from "vitest";
import { createLog } from "../../backend/index.ts";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { readConfig } from "../config.ts";
import { createPosts, type Posts } from "../posts/posts.ts";
import { createStoredPosts } from "../posts/stored-posts.ts";
import { createSitePages } from "../seo/site-pages.ts";
import { createServiceClient } from "../supabase-clients.ts";
import { createRender } from "./render-routes.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const [POST] = posts;

test.each([`/blog/${POST?.slug}`, `/blog/${POST?.slug}.data`])("%s reads no post besides its loader", async (path) => {
  const found: string[] = [];
  const render = createRenderWithPosts((given) => ({
    ...given,
    find: async (address) => {
      found.push(address);
      return given.find(address);
    },
  }));
  const { response } = await render(new Request(`https://site.example${path}`), "https://site.example");
  expect(response.status).toBe(200);
  expect(found).toEqual([]);
});

/** Renders without React Router, so that only the server's own reads remain. */
function createRenderWithPosts(watch: (given: Posts) => Posts) {
  const service = createServiceClient({ url: "https://backend.example", fetch }, "service-key");
  const source = { backend: "https://backend.example", siteName: "Plumbline", timeZone: "UTC" };
  const stored = createStoredPosts(service, source);
  return createRender({
    handleRoute: async () => new Response("rendered"),
    config: readConfig({}),
    log: createLog(() => {}),
    service,
    content: () => CONTENT,
    locales: () => [""],
    isKnown: () => true,
    sitePages: createSitePages([]),
    addresses: { find: async () => undefined },
    postsCurrentAt: () => undefined,
    postsFor: (_backend, onOutage = () => {}) =>
      watch(
        createPosts({
          authors: [],
          stored,
          kept: undefined,
          categories: [],
          onOutage,
        }),
      ),
    serviceRoleKey: "service-key",
  });
}
