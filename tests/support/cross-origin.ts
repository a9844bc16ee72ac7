import { expect } from "vitest";

type Ask = (path: string, init: RequestInit) => Promise<Response> | Response;

/** What a browser asks before a page of another site may send these headers. */
export async function expectOpenToOtherSites(ask: Ask, path: string, wanted: string): Promise<void> {
  const answer = await ask(path, {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": wanted,
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-headers")?.split(",")).toEqual(
    expect.arrayContaining(wanted.split(",")),
  );
}
