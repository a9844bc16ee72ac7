import { useEffect, useRef, useState } from "react";
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
  const [typed, setTyped] = useState(query.search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  function ask(wanted: Partial<MessageQuery>) {
    clearTimeout(pause.current);
    pause.current = undefined;
    onChange({ ...query, search: typed.trim(), ...wanted, page: 1 });
  }

  function type(text: string) {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => ask({ search: text.trim() }), TYPING_PAUSE_MS);
  }

  // A link may have asked for other words; what is just being typed stays.
  useEffect(() => {
    if (!pause.current) setTyped((shown) => (shown.trim() === query.search ? shown : query.search));
  }, [query.search]);
  useEffect(() => () => clearTimeout(pause.current), []);

  return (
    <div className="post-filter" role="search">
      <div className="tags" role="group" aria-label="Folder">
        {FOLDERS.map((folder) => (
          <button
            key={folder}
            type="button"
            className="tag"
            aria-pressed={folder === query.folder}
            onClick={() => ask({ folder })}
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
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </div>
  );
}
