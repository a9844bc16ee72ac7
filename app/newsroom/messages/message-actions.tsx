import { Icon } from "../shell/icon.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { Folder, MessageChange, StoredMessage } from "./message-rows.ts";

type MessageActionsProps = {
  message: StoredMessage;
  onChange: (change: MessageChange) => Promise<void>;
  onErase: () => void;
};

/** The actions that the message's folder allows. */
export function MessageActions({ message, onChange, onErase }: MessageActionsProps) {
  const { status } = message;
  const move = (to: Folder) => void onChange({ status: to });
  const archive = () => move(status === "archive" ? "inbox" : "archive");
  const markUnread = () => void onChange({ read_at: null });
  useKeys({
    r: () => location.assign(replyTo(message)),
    a: archive,
    u: markUnread,
    j: () => openNeighbor(1),
    k: () => openNeighbor(-1),
  });
  return (
    <div className="message-actions">
      {status === "quarantine" && (
        <button className="button compact" type="button" onClick={() => move("inbox")}>
          Not spam
        </button>
      )}
      <a className={status === "quarantine" ? "button compact outlined" : "button compact"} href={replyTo(message)}>
        <Icon name="back" />
        Reply
      </a>
      <button className="button compact outlined" type="button" onClick={archive}>
        {status === "archive" ? "Back to inbox" : "Move to archive"}
      </button>
      <button className="button compact bare" type="button" onClick={markUnread}>
        Mark unread
      </button>
      <button className="button compact danger" type="button" onClick={onErase}>
        <Icon name="bin" />
        Erase
      </button>
    </div>
  );
}

/** The keys of the actions above, and of the list. */
export function MessageKeys() {
  return (
    <p className="message-keys" aria-hidden="true">
      <span>
        <kbd>J</kbd> <kbd>K</kbd> next, previous
      </span>
      <span>
        <kbd>R</kbd> reply
      </span>
      <span>
        <kbd>A</kbd> archive
      </span>
      <span>
        <kbd>U</kbd> unread
      </span>
      <span>Erasing a message cannot be undone.</span>
    </p>
  );
}

function openNeighbor(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".message-row-title a")];
  links[links.findIndex((link) => link.ariaCurrent === "true") + step]?.click();
}

/** Encoded, so that the address cannot add a recipient or a header. */
function replyTo({ email, service, reference }: StoredMessage): string {
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${service} (${reference})`)}`;
}
