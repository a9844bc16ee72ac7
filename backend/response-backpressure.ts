import type { ServerResponse } from "node:http";
import { networksOf } from "../domain/network.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { UNAVAILABLE_HEADERS } from "./retry-after.ts";

/** Enough for the pictures that one office loads over a slow connection. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const REFUSAL = { message: "You have not read your other answers yet. Please try again in a few seconds." };

/** Limits the memory that unread responses occupy for each network. */
export function createBackpressure() {
  const open = new Map<string, Set<ServerResponse>>();

  function unreadBytes(network: string): number {
    let bytes = 0;
    for (const { writableLength } of open.get(network) ?? []) bytes += writableLength;
    return bytes;
  }

  function watch(network: string, response: ServerResponse): void {
    const responses = open.get(network) ?? new Set();
    open.set(network, responses.add(response));
    response.once("close", () => {
      responses.delete(response);
      if (responses.size === 0) open.delete(network);
    });
  }

  return {
    watch(address: string, response: ServerResponse): void {
      for (const { name } of networksOf(address)) watch(name, response);
    },
    /** Only for reads: a client that wrote something has to get its result. */
    findRefusal({ method, headers }: Request): Response | undefined {
      const networks = networksOf(headers.get(CLIENT_ADDRESS_HEADER) ?? "");
      const isFull = networks.some(({ name, factor }) => unreadBytes(name) > factor * MAX_UNREAD_BYTES);
      if (method !== "GET" || !isFull) return undefined;
      return Response.json(REFUSAL, { status: 503, headers: UNAVAILABLE_HEADERS });
    },
  };
}
