import { useEffect, useRef } from "react";
import { replace, useRevalidator } from "react-router";
import { requireAccount, screenHandle } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { MessageExport } from "../../newsroom/inbox/message-export.tsx";
import {
  findFirstUnread,
  findMessage,
  type ListedMessage,
  listMails,
  listMessages,
  MESSAGES,
  type MessageView as View,
} from "../../newsroom/inbox/message-rows.ts";
import { MessageStateMark } from "../../newsroom/inbox/message-state.tsx";
import { MessageView } from "../../newsroom/inbox/message-view.tsx";
import { findThread } from "../../newsroom/inbox/thread-rows.ts";
import { addressOf, loadList, readCounts } from "../../newsroom/list/list-query.ts";
import { ListScreen, useRowFocus } from "../../newsroom/list/list-screen.tsx";
import { dayAndTime, shortMoment } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { CoverLink } from "../../ui/marketing/cover-link.tsx";
import type { Route } from "./+types/messages";
import "../../newsroom/inbox/messages.css";

export const handle = screenHandle("Messages", "Reading messages needs JavaScript and an account.");

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

const ABOUT: Record<View, string> = {
  inbox: "Messages from the contact form. Choose one to read it here.",
  mine: "Messages that are assigned to you.",
  new: "Messages that nobody has answered yet.",
  in_progress: "Messages that somebody has answered. Replying to a new one assigns it to you.",
  won: "Messages that became a project.",
  lost: "Messages that became none.",
  quarantine: "Messages that look like spam. Their emails are held until you choose “Not spam”.",
  archive: "Messages you have dealt with. They stay until they are erased.",
};

export default function MessagesRoute({ loaderData: { owner, opened, ...loaded } }: Route.ComponentProps) {
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
      list={MESSAGES}
      title="Messages"
      {...loaded}
      {...{ focus }}
      nameCount={(folder, count) => (folder === "inbox" ? `${count} unread` : count.toLocaleString("en-US"))}
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
            <p className="small">{ABOUT[loaded.query.view]}</p>
          )}
        </div>
      }
    />
  );
}

const MAX_EXCERPT_LENGTH = 200;

function MessageRow({ message, to, isOpen }: { message: ListedMessage; to: string; isOpen: boolean }) {
  const { id, name, company, service, status, state, assigned, created_at, read_at, hasFailedMail } = message;
  return (
    <li className={read_at ? "message-row" : "message-row message-row-unread"}>
      {!read_at && <p className="message-row-state">Unread</p>}
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
        <span>{service}</span>
      </p>
      <p className="truncate message-excerpt">
        <bdi>{message.message.slice(0, MAX_EXCERPT_LENGTH)}</bdi>
      </p>
      <p className="cluster message-row-answer">
        {(status !== "archive" || state === "won" || state === "lost") && <MessageStateMark state={state} />}
        <span>
          {[status === "archive" && "Archive", assigned ?? (status === "inbox" && "Nobody yet")]
            .filter(Boolean)
            .join(", ")}
        </span>
      </p>
      <p className="meta">
        {hasFailedMail && <b>Mail failed</b>}
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {shortMoment(created_at)}
        </time>
      </p>
    </li>
  );
}
