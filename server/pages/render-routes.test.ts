import { expect, test } from "vitest";
import { posts as shippedPosts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { createServiceClient } from "../backend/clients.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { createPosts, type Posts } from "../posts/posts.ts";
import { createReplacedPosts, createShippedPosts } from "../posts/shipped-posts.ts";
import { createStoredPosts } from "../posts/stored-posts.ts";
import { createRender } from "./render-routes.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const [POST] = shippedPosts;

test.each([`/blog/${POST?.slug}`, `/blog/${POST?.slug}.data`])("%s reads no post besides its loader", async (path) => {
  const found: string[] = [];
  const render = createRenderWithPosts((posts) => ({
    ...posts,
    find: async (address) => {
      found.push(address);
      return posts.find(address);
    },
  }));
  const { response } = await render(new Request(`https://site.example${path}`), "https://site.example");
  expect(response.status).toBe(200);
  expect(found).toEqual([]);
});

/** Renders without React Router, so that only the server's own reads remain. */
function createRenderWithPosts(watch: (posts: Posts) => Posts) {
  const service = createServiceClient({ url: "https://backend.example", fetch }, "service-key");
  const stored = createStoredPosts(service, "https://backend.example", { siteName: "Plumbline", timeZone: "UTC" });
  return createRender({
    handleRoute: async () => new Response("rendered"),
    config: readConfig({}),
    log: createLog(() => {}),
    service,
    content: () => CONTENT,
    postsFor: (_backend, onOutage) =>
      watch(
        createPosts({
          authors: [],
          shipped: createShippedPosts(shippedPosts),
          replaced: createReplacedPosts(),
          stored,
          categories: [],
          onOutage,
        }),
      ),
    serviceRoleKey: "service-key",
  });
}
