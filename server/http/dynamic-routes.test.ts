import { expect, test } from "vitest";
import { createLog } from "../../backend/index.ts";
import type { ShareCard } from "../seo/cards/share-cards.ts";
import { createDynamicRoutes } from "./dynamic-routes.ts";

test("a complete share card may be cached for a year", async () => {
  const response = await requestCard({ outcome: "drawn", body: Buffer.from("jpeg"), isComplete: true });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await response.text()).toBe("jpeg");
});

test("a share card without its picture is not cached", async () => {
  const response = await requestCard({ outcome: "drawn", body: Buffer.from("jpeg"), isComplete: false });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("an unavailable share card is a 503 with Retry-After", async () => {
  const response = await requestCard({ outcome: "unavailable" });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("an unknown share card is a 404", async () => {
  expect((await requestCard({ outcome: "missing" })).status).toBe(404);
});

async function requestCard(card: ShareCard): Promise<Response> {
  const unused = () => Promise.reject(new Error("Not used in this test"));
  const dynamic = createDynamicRoutes({
    pages: { headers: {}, serveUncached: unused, wordsOf: (answer) => answer },
    siteUrl: undefined,
    backendUrl: undefined,
    readReadiness: unused,
    version: { version: "1.0.0", commit: "abc" },
    metrics: { render: async () => "" },
    metricsToken: undefined,
    invitePerson: unused,
    fetchForAdmin: unused,
    findPreview: unused,
    findShareCard: async () => card,
    log: createLog(() => {}),
  });
  return dynamic.request("/share/home.000000000000.jpg");
}
