import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../backend/index.ts";
import { createErrorHook } from "./error-hook.ts";

test("the first error is posted at once, later ones are counted and posted together, without messages", async () => {
  const { url, posts } = await startHook();
  const warnings: string[] = [];
  const report = createErrorHook({ url, warn: (event) => warnings.push(event), intervalMs: 500 });
  const log = createLog(() => {}, { onError: report });
  const error = Object.assign(new Error("Secret of ada@agency.example"), { code: "23505" });
  log.error("failed", { id: "request-1", error });
  await expect.poll(() => posts.length).toBe(1);
  log.error("failed", { id: "request-2", error });
  log.error("auth failed", { id: "request-3", error });
  await expect.poll(() => posts.length).toBe(2);
  expect(posts).toEqual([
    { time: expect.any(String), event: "failed", code: "23505", id: "request-1", count: 1 },
    { time: expect.any(String), event: "auth failed", code: "23505", id: "request-3", count: 2 },
  ]);
  expect(JSON.stringify(posts)).not.toContain("Secret");
  expect(warnings).toEqual([]);
});

test("a hook that redirects or refuses is only warned of", async () => {
  const { url, posts } = await startHook(302);
  const warnings: string[] = [];
  createErrorHook({ url, warn: (event) => warnings.push(event) })({ event: "failed", code: undefined, id: undefined });
  await expect.poll(() => warnings).toEqual(["ERROR_HOOK_URL did not accept a report"]);
  expect(posts).toHaveLength(1);
});

async function startHook(status = 204): Promise<{ url: string; posts: unknown[] }> {
  const posts: unknown[] = [];
  const server = createServer(async (request, response) => {
    posts.push(JSON.parse(await text(request)));
    response.writeHead(status, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, posts };
}
