import { lazy } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../auth/load.tsx";
import { readAddress } from "../../newsroom/messages/list-url.ts";
import { listMessages } from "../../newsroom/messages/message-list-query.ts";
import { findMessage, listMails } from "../../newsroom/messages/message-rows.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/messages";

const MessageList = lazy(() => import("../../newsroom/messages/message-list.tsx"));

export const handle = {
  hydrate: "account",
  title: "Messages",
  noscript: "Reading messages needs JavaScript and an account.",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, "Messages");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "admin");
  const { query, opened: id } = readAddress(new URL(request.url).searchParams);
  return {
    owner,
    query,
    found: loadRows(async (supabase) => ({ ...(await listMessages(supabase, query)), query })),
    opened:
      id === undefined
        ? undefined
        : {
            id,
            message: loadRows((supabase) => findMessage(supabase, id)),
            mails: loadRows((supabase) => listMails(supabase, id)),
          },
  };
}
clientLoader.hydrate = true as const;

export default function MessagesRoute({ loaderData }: Route.ComponentProps) {
  return <MessageList {...loaderData} />;
}
