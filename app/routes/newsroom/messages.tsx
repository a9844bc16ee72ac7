import { useEffect, useRef } from "react";
import { replace, useRevalidator } from "react-router";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { MessageExport } from "../../newsroom/inbox/message-export.tsx";
import {
  findFirstUnread,
  findMessage,
  type ListedMessage,
  listMails,
  listMessages,
  messageList,
  MESSAGES,
  type MessageView as View,
} from "../../newsroom/inbox/message-rows.ts";
import { MessageStateMark } from "../../newsroom/inbox/message-state.tsx";
import { MessageView } from "../../newsroom/inbox/message-view.tsx";
import { findThread } from "../../newsroom/inbox/thread-rows.ts";
import { useInboxWords, useServiceNames } from "../../newsroom/inbox/words.ts";
import { addressOf, loadList, readCounts } from "../../newsroom/list/list-query.ts";
import { ListScreen, useRowFocus } from "../../newsroom/list/list-screen.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { dayAndTime, shortMoment } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { CoverLink } from "../../ui/marketing/cover-link.tsx";
import { useLanguage } from "../../ui/words.ts";
import type { Route } from "./+types/messages";
import "../../newsroom/inbox/messages.css";

export const handle = newsroomHandle("messages");

export const meta = noindexMeta;

/** Closing a message leads to the address without one, which then stays closed. */
let isShown = false;

/** The first unread message opens by itself where there is room beside the list. */
async function openFirstUnread({ url }: Request): Promise<void> {
  if (isShown || new URL(url).search || !matchMedia("(width >= 62rem)").matches) return;
  const first = await loadRows(findFirstUnread);
  const opened = "data" in first ? first.data : undefined;
  if (opened) throw replace(addressOf(MESSAGES, { opened }));
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAccount(request, "messages");
  await openFirstUnread(request);
  const list = loadList(MESSAGES, request, listMessages);
  const id = list.query.opened;
  return {
    owner,
    ...list,
    counts: loadRows((supabase) => readCounts<View>(supabase, "messages")),
    opened: id
      ? {
          id,
          message: loadRows((supabase) => findMessage(supabase, id)),
          mails: loadRows((supabase) => listMails(supabase, id)),
          thread: loadRows((supabase) => findThread(supabase, id)),
        }
      : undefined,
  };
}
clientLoader.hydrate = true as const;

export default function MessagesRoute({ loaderData: { owner, opened, ...loaded } }: Route.ComponentProps) {
  const words = useInboxWords();
  const language = useLanguage();
  const { revalidate } = useRevalidator();
  useNewsroomChanges(["message_replies", "reply_drafts"]);
  useEffect(() => {
    isShown = true;
    return () => void (isShown = false);
  }, []);
  // Deliveries are not announced, so the list may be stale when the window gains focus.
  useEffect(() => {
    const refresh = () => void revalidate();
    addEventListener("focus", refresh);
    return () => removeEventListener("focus", refresh);
  }, [revalidate]);
  const focus = useRowFocus();
  const erased = useRef("");
  const { focusAfterChange } = focus;
  const id = opened?.id;
  useEffect(() => {
    if (id) return () => focusAfterChange(erased.current === id ? "" : id);
  }, [id, focusAfterChange]);
  return (
    <ListScreen
      list={messageList(words)}
      title={words.title}
      {...loaded}
      {...{ focus }}
      nameCount={(folder, count) =>
        folder === "inbox" ? words.row.countUnread(count) : count.toLocaleString(language)
      }
      className={opened ? "messages messages-reading" : "messages"}
      rowsClassName="message-rows"
      renderHead={(query) => <MessageExport query={query} />}
      keyOf={(message) => message.id}
      renderRow={(message, query) => (
        <MessageRow
          message={message}
          to={addressOf(MESSAGES, { ...query, opened: message.id })}
          isOpen={message.id === query.opened}
        />
      )}
      aside={
        <div className="message-side">
          {opened ? (
            <MessageView
              key={opened.id}
              {...{ owner, opened }}
              closeTo={addressOf(MESSAGES, { ...loaded.query, opened: undefined })}
              onErased={() => (erased.current = opened.id)}
            />
          ) : (
            <p className="small">{words.about[loaded.query.view]}</p>
          )}
        </div>
      }
    />
  );
}

const MAX_EXCERPT_LENGTH = 200;

function MessageRow({ message, to, isOpen }: { message: ListedMessage; to: string; isOpen: boolean }) {
  const nameService = useServiceNames();
  const words = useInboxWords();
  const { id, name, company, service, status, state, assigned, created_at, read_at, hasFailedMail } = message;
  return (
    <li className={read_at ? "message-row" : "message-row message-row-unread"}>
      {!read_at && <p className="message-row-state">{words.row.unread}</p>}
      <p className="cluster message-row-title">
        <CoverLink
          id={`row-${id}`}
          to={to}
          aria-current={isOpen ? "true" : undefined}
          preventScrollReset
          viewTransition={false}
        >
          <bdi>{name}</bdi>
        </CoverLink>
        {company && <bdi>{company}</bdi>}
        <span>{nameService(service)}</span>
      </p>
      <p className="truncate message-excerpt">
        <bdi>{message.message.slice(0, MAX_EXCERPT_LENGTH)}</bdi>
      </p>
      <p className="cluster message-row-answer">
        {(status !== "archive" || state === "won" || state === "lost") && <MessageStateMark state={state} />}
        <span>
          {[status === "archive" && words.row.archive, assigned ?? (status === "inbox" && words.state.nobody)]
            .filter(Boolean)
            .join(", ")}
        </span>
      </p>
      <p className="meta">
        {hasFailedMail && <b>{words.row.mailFailed}</b>}
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {shortMoment(created_at)}
        </time>
      </p>
    </li>
  );
}
