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
  return (
    <div className="message-actions">
      {status === "quarantine" && (
        <button className="button compact" type="button" onClick={() => move("inbox")}>
          Not spam
        </button>
      )}
      <a className={status === "quarantine" ? "button compact outlined" : "button compact"} href={replyTo(message)}>
        Reply
      </a>
      {status === "archive" ? (
        <Action label="Back to inbox" onClick={() => move("inbox")} />
      ) : (
        <Action label="Move to archive" onClick={() => move("archive")} />
      )}
      <Action label="Mark unread" onClick={() => void onChange({ read_at: null })} />
      <Action label="Erase" onClick={onErase} />
    </div>
  );
}

function Action({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button className="link" type="button" onClick={onClick}>
      {label}
    </button>
  );
}

/** Encoded, so that the address cannot add a recipient or a header. */
function replyTo({ email, service, reference }: StoredMessage): string {
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${service} (${reference})`)}`;
}
