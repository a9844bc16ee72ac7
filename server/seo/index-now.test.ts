import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createIndexNow } from "./index-now.ts";

const log = createLog(() => {});

test("search engines are told the addresses and where the key is", async () => {
  const heard: string[] = [];
  const engine = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => heard.push(chunk.toString())).on("end", () => response.end());
  });
  await new Promise<void>((resolve) => engine.listen(0, resolve));
  const endpoint = `http://localhost:${(engine.address() as AddressInfo).port}/indexnow`;
  const ping = createIndexNow({ key: "a-key-of-ours", origin: "https://agency.example", log, endpoint });
  await ping(["/blog/new-post"]);
  engine.close();
  expect(JSON.parse(heard.join(""))).toEqual({
    host: "agency.example",
    key: "a-key-of-ours",
    keyLocation: "https://agency.example/a-key-of-ours.txt",
    urlList: ["https://agency.example/blog/new-post"],
  });
});

test("an engine that cannot be reached troubles nobody", async () => {
  const ping = createIndexNow({ key: "k", origin: "https://agency.example", log, endpoint: "http://localhost:1/" });
  await expect(ping(["/"])).resolves.toBeUndefined();
});
