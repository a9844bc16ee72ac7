import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import type { ShareCard } from "../seo/cards/share-cards.ts";
import { createDynamicRoutes } from "./dynamic-routes.ts";

test("a whole share card may be kept for a year", async () => {
  const answer = await askFor({ outcome: "drawn", body: Buffer.from("jpeg"), isComplete: true });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await answer.text()).toBe("jpeg");
});

test("one that lacks its picture for the moment may not", async () => {
  const answer = await askFor({ outcome: "drawn", body: Buffer.from("jpeg"), isComplete: false });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("one that cannot be had now is announced for later", async () => {
  const answer = await askFor({ outcome: "unavailable" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("one that is nobody's is not found", async () => {
  expect((await askFor({ outcome: "missing" })).status).toBe(404);
});

async function askFor(card: ShareCard): Promise<Response> {
  const notAsked = () => Promise.reject(new Error("Nobody asks for this"));
  const dynamic = createDynamicRoutes({
    pages: { headers: {}, serveAlone: notAsked },
    siteUrl: undefined,
    isReady: notAsked,
    readMailState: notAsked,
    invitePerson: notAsked,
    findShareCard: async () => card,
    log: createLog(() => {}),
  });
  return dynamic.request("/share/home.000000000000.jpg");
}
