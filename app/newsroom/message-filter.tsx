import { useEffect, useState } from "react";
import { TextField } from "../ui/field.tsx";
import { FOLDERS, type MessagePage, type MessageQuery } from "./message-list-query.ts";

const LABELS = { inbox: "Inbox", quarantine: "Quarantine", archive: "Archive" } as const;
const TYPING_PAUSE_MS = 250;
const LONGEST_SEARCH = 200;

type MessageFilterProps = {
  query: MessageQuery;
  waiting: MessagePage["waiting"] | undefined;
  onChange: (query: MessageQuery) => void;
};

export function MessageFilter({ query, waiting, onChange }: MessageFilterProps) {
  // While nobody types, the field shows what is searched for: a link may have changed it.
  const [typed, setTyped] = useState<string>();
  const wanted = typed?.trim() ?? query.search;

  useEffect(() => {
    if (wanted === query.search) return;
    const timer = setTimeout(() => onChange({ ...query, search: wanted, page: 1 }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query, onChange]);

  function stopTyping() {
    setTyped(undefined);
    if (wanted !== query.search) onChange({ ...query, search: wanted, page: 1 });
  }

  return (
    <div className="post-filter" role="search">
      <div className="tags" role="group" aria-label="Folder">
        {FOLDERS.map((folder) => (
          <button
            key={folder}
            type="button"
            className="tag"
            aria-pressed={folder === query.folder}
            onClick={() => onChange({ ...query, folder, page: 1 })}
          >
            {LABELS[folder]}
            {waiting && waiting[folder] > 0 && (
              <span className="tag-count">
                {folder === "inbox" ? `${waiting.inbox} unread` : waiting[folder].toLocaleString("en-US")}
              </span>
            )}
          </button>
        ))}
      </div>
      <TextField
        optional
        label="Search messages"
        type="search"
        maxLength={LONGEST_SEARCH}
        value={typed ?? query.search}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={stopTyping}
      />
    </div>
  );
}
