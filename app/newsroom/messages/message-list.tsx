import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { ListFilter } from "../shell/list-filter.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { Pagination } from "../shell/pagination.tsx";
import { useLoaded } from "../shell/use-loaded.tsx";
import { useOnReturn } from "../shell/use-on-return.ts";
import { addressOf, readAddress, toParams } from "./list-url.ts";
import { MessageExport } from "./message-export.tsx";
import { FOLDERS, listMessages, type MessagePage, type MessageQuery, PAGE_SIZE } from "./message-list-query.ts";
import { MessageRow } from "./message-row.tsx";
import type { Folder } from "./message-rows.ts";
import { MessageView } from "./message-view.tsx";
import "../posts/post-list.css";
import "./message-list.css";

/** The screen of /newsroom/messages: the list and the opened message. */
export default function MessageList({ owner }: { owner: string }) {
  const [params, setParams] = useSearchParams();
  const { query, opened } = readAddress(params);
  const { folder, search, page } = query;
  const [folderCounts, setFolderCounts] = useState<MessagePage["folderCounts"]>();
  const { render, reload } = useLoaded(async () => {
    const found = await listMessages(await loadSupabase(), query);
    setFolderCounts(found.folderCounts);
    return { ...found, query };
  }, [folder, search, page]);
  const { heading, markErased } = useFocusOnClose(opened);
  useOnReturn(reload);

  return (
    <>
      <NewsroomHead />
      <div className={opened ? "newsroom messages messages-reading" : "newsroom messages"}>
        <div className="message-list">
          <h2 className="visually-hidden" tabIndex={-1} ref={heading}>
            {FOLDER_LABELS[folder]}
          </h2>
          <ListFilter
            label="Folder"
            kinds={FOLDERS.map((kind) => ({
              kind,
              name: FOLDER_LABELS[kind],
              count: describeCount(kind, folderCounts),
            }))}
            chosen={folder}
            searchLabel="Search messages"
            search={search}
            onChange={(wanted) =>
              setParams(toParams({ folder: wanted.kind, search: wanted.search, page: 1 }), { replace: true })
            }
          />
          {render((found) => (
            <Results found={found} opened={opened} />
          ))}
        </div>
        <div className="message-side">
          {opened ? (
            <MessageView
              key={opened}
              id={opened}
              owner={owner}
              closeTo={addressOf(query)}
              onChanged={reload}
              onErased={() => {
                markErased(opened);
                reload();
              }}
            />
          ) : (
            <p className="small">{ABOUT[folder]}</p>
          )}
        </div>
      </div>
    </>
  );
}

const FOLDER_LABELS: Record<Folder, string> = { inbox: "Inbox", quarantine: "Quarantine", archive: "Archive" };
const ABOUT: Record<Folder, string> = {
  inbox: "Messages from the contact form. Choose one to read it here.",
  quarantine: "Messages that look like spam. Their emails are held until you choose “Not spam”.",
  archive: "Messages you have dealt with. They stay until they are erased.",
};

function describeCount(folder: Folder, folderCounts: MessagePage["folderCounts"] | undefined): string | undefined {
  const count = folderCounts?.[folder];
  if (!count) return undefined;
  return folder === "inbox" ? `${count} unread` : count.toLocaleString("en-US");
}

type ResultsProps = { found: MessagePage & { query: MessageQuery }; opened: string | undefined };

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
