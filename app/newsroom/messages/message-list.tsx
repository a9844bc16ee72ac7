import { Suspense, use, useCallback, useDeferredValue, useEffect, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { type Loaded, Part } from "../../auth/load.tsx";
import { Pagination } from "../../ui/layout/pagination.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { ListFilter } from "../shell/list-filter.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { useOnReturn } from "../shell/use-on-return.ts";
import { addressOf } from "./list-url.ts";
import { MessageExport } from "./message-export.tsx";
import { FOLDERS, type MessagePage, type MessageQuery, PAGE_SIZE } from "./message-list-query.ts";
import { MessageRow } from "./message-row.tsx";
import type { Folder } from "./message-rows.ts";
import { MessageView, type OpenedMessage } from "./message-view.tsx";
import "./message-list.css";

/** The list has its own query, because the last list stays until the next has arrived. */
type FoundMessages = MessagePage & { readonly query: MessageQuery };

type MessageListProps = {
  /** The signed-in account. */
  owner: string;
  query: MessageQuery;
  found: Promise<Loaded<FoundMessages>>;
  opened: OpenedMessage | undefined;
};

/** The screen of /newsroom/messages: the list and the opened message. */
export default function MessageList({ owner, query, found, opened }: MessageListProps) {
  const { folder, search } = query;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { heading, markErased } = useFocusOnClose(opened?.id);
  useOnReturn(useCallback(() => void revalidate(), [revalidate]));

  return (
    <div className={opened ? "newsroom messages messages-reading" : "newsroom messages"}>
      <NewsroomHead title="Messages" />
      <div className="message-list">
        <h2 className="visually-hidden" tabIndex={-1} ref={heading}>
          {FOLDER_LABELS[folder]}
        </h2>
        <ListFilter
          label="Folder"
          kinds={FOLDERS.map((kind) => ({ kind, name: <FolderName folder={kind} found={found} /> }))}
          chosen={folder}
          searchLabel="Search messages"
          search={search}
          onChange={(wanted) =>
            void navigate(addressOf({ folder: wanted.kind, search: wanted.search, page: 1 }), { replace: true })
          }
        />
        <Part of={found} subject={addressOf(query)}>
          {(list) => <Results found={list} opened={opened?.id} />}
        </Part>
      </div>
      <div className="message-side">
        {opened ? (
          <MessageView
            key={opened.id}
            {...{ owner, opened }}
            closeTo={addressOf(query)}
            onErased={() => markErased(opened.id)}
          />
        ) : (
          <p className="small">{ABOUT[folder]}</p>
        )}
      </div>
    </div>
  );
}

const FOLDER_LABELS: Record<Folder, string> = { inbox: "Inbox", quarantine: "Quarantine", archive: "Archive" };
const ABOUT: Record<Folder, string> = {
  inbox: "Messages from the contact form. Choose one to read it here.",
  quarantine: "Messages that look like spam. Their emails are held until you choose “Not spam”.",
  archive: "Messages you have dealt with. They stay until they are erased.",
};

/** The name with the count, once that is known. */
function FolderName({ folder, found }: { folder: Folder; found: Promise<Loaded<FoundMessages>> }) {
  const name = FOLDER_LABELS[folder];
  return (
    <Suspense fallback={name}>
      <FolderCount {...{ folder, found, name }} />
    </Suspense>
  );
}

function FolderCount({ folder, found, name }: { folder: Folder; found: Promise<Loaded<FoundMessages>>; name: string }) {
  const loaded = use(useDeferredValue(found));
  const count = "data" in loaded && loaded.data.folderCounts[folder];
  if (!count) return name;
  return (
    <>
      {name} <small>{folder === "inbox" ? `${count} unread` : count.toLocaleString("en-US")}</small>
    </>
  );
}

type ResultsProps = { found: FoundMessages; opened: string | undefined };

function Results({ found: { query, messages, count }, opened }: ResultsProps) {
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  if (messages.length === 0) return <NoResults query={query} />;
  return (
    <>
      <div className="message-count">
        <p className="small list-count" role="status">
          {`${count.toLocaleString("en-US")} ${count === 1 ? "message" : "messages"}`}
        </p>
        <MessageExport query={query} />
      </div>
      <ul className="message-rows">
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            to={addressOf(query, message.id)}
            isOpen={message.id === opened}
          />
        ))}
      </ul>
      <Pagination page={query.page} pages={pages} addressOf={(page) => addressOf({ ...query, page })} />
    </>
  );
}

const EMPTY: Record<Folder, { title: string; text: string }> = {
  inbox: { title: "No messages yet.", text: "Messages from the contact form appear here." },
  quarantine: { title: "No spam.", text: "No message looks like spam." },
  archive: { title: "Nothing here.", text: "Messages that you move to the archive appear here." },
};

function NoResults({ query: { folder, search, page } }: { query: MessageQuery }) {
  if (page > 1) {
    const to = addressOf({ folder, search, page: 1 });
    const text = "The list stops before this page.";
    return <EmptyState level={2} title="That is past the end." text={text} action="Back to the first page" to={to} />;
  }
  if (search) {
    const to = addressOf({ folder, search: "", page: 1 });
    const text = `No name, email, company, reference or message here contains “${search}”.`;
    return <EmptyState level={2} title="Nothing found." text={text} action="Show everything" to={to} />;
  }
  const action =
    folder === "inbox"
      ? { action: "See the form", to: "/contact" }
      : { action: "To the inbox", to: addressOf({ folder: "inbox", search, page }) };
  return <EmptyState level={2} {...EMPTY[folder]} {...action} />;
}

/** Moves the focus back to the row of the message, or to the list heading if the row was removed. */
function useFocusOnClose(opened: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(opened);
  const erased = useRef<string>(undefined);
  useEffect(() => {
    const closed = opened ? undefined : before.current;
    before.current = opened;
    if (!closed) return;
    const row = closed === erased.current ? null : document.getElementById(`message-${closed}`);
    const active = document.activeElement;
    // If the focus is elsewhere in the list, the user has moved on; leave it there.
    if (active !== row && active?.closest(".message-list")) return;
    (row ?? heading.current)?.focus();
  }, [opened]);
  return { heading, markErased: (id: string) => (erased.current = id) };
}
