import { addressWith, readListParams } from "../shell/list-address.ts";
import { FOLDERS, type MessageQuery } from "./message-list-query.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The page of a folder and the opened message that the URL names. */
export function readAddress(params: URLSearchParams): { query: MessageQuery; opened: string | undefined } {
  const message = params.get("message") ?? "";
  return {
    query: {
      folder: FOLDERS.find((known) => known === params.get("folder")) ?? "inbox",
      ...readListParams(params),
    },
    opened: UUID.test(message) ? message : undefined,
  };
}

export function addressOf({ folder, search, page }: MessageQuery, message?: string): string {
  const shown = { folder: folder !== "inbox" && folder, q: search, page: page > 1 && page, message };
  return addressWith("/newsroom/messages", shown);
}
