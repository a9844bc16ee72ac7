import { FOLDERS, type MessageQuery } from "./message-list-query.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The page of a folder and the opened message that the URL names. */
export function readAddress(params: URLSearchParams): { query: MessageQuery; opened: string | undefined } {
  const page = params.get("page") ?? "";
  const message = params.get("message") ?? "";
  return {
    query: {
      folder: FOLDERS.find((known) => known === params.get("folder")) ?? "inbox",
      search: params.get("q")?.trim() ?? "",
      page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    },
    opened: UUID.test(message) ? message : undefined,
  };
}

export function addressOf({ folder, search, page }: MessageQuery, message?: string): string {
  const params = new URLSearchParams({
    ...(folder !== "inbox" && { folder }),
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
    ...(message && { message }),
  });
  return params.size > 0 ? `/newsroom/messages?${params}` : "/newsroom/messages";
}
