import type { ServerResponse } from "node:http";
import { CLIENT_ADDRESS_HEADER } from "../client-address.ts";
import { TRY_LATER_HEADERS } from "./try-later.ts";

/** An office's worth of pictures over a slow line. */
const MOST_UNREAD_BYTES = 32 * 1024 * 1024;
const REFUSAL = { message: "You have not read your other answers yet. Please try again in a few seconds." };

/** Answers that wait for their readers do so in memory: each address has so much of it. */
export function createUnreadAnswers() {
  const open = new Map<string, Set<ServerResponse>>();

  function unreadBytes(address: string): number {
    let bytes = 0;
    for (const { writableLength } of open.get(address) ?? []) bytes += writableLength;
    return bytes;
  }

  return {
    watch(address: string, response: ServerResponse): void {
      const responses = open.get(address) ?? new Set();
      open.set(address, responses.add(response));
      response.once("close", () => {
        responses.delete(response);
        if (responses.size === 0) open.delete(address);
      });
    },
    /** Only for reads: whoever wrote something learns how it went. */
    findRefusal({ method, headers }: Request): Response | undefined {
      if (method !== "GET" || unreadBytes(headers.get(CLIENT_ADDRESS_HEADER) ?? "") <= MOST_UNREAD_BYTES)
        return undefined;
      return Response.json(REFUSAL, { status: 503, headers: TRY_LATER_HEADERS });
    },
  };
}
