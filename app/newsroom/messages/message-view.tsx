import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { SPAM_REASONS } from "../../../domain/contact/spam-score.ts";
import { type Loaded, Part } from "../../auth/load.tsx";
import { reportFailure } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { showToast } from "../../ui/toasts/toasts.ts";
import { Question } from "../shell/dialog.tsx";
import { createTextCopy } from "../shell/text-copy.ts";
import { dayAndTime } from "../shell/times.ts";
import { MessageActions, MessageKeys } from "./message-actions.tsx";
import { MessageMails } from "./message-mails.tsx";
import { MessageNotes } from "./message-notes.tsx";
import {
  changeMessage,
  eraseMessage,
  type MessageChange,
  type StoredMail,
  type StoredMessage,
} from "./message-rows.ts";
import "./message-view.css";

export type OpenedMessage = {
  readonly id: string;
  readonly message: Promise<Loaded<StoredMessage | undefined>>;
  readonly mails: Promise<Loaded<readonly StoredMail[]>>;
};

type MessageViewProps = {
  opened: OpenedMessage;
  /** The account whose local copies of notes are read. */
  owner: string;
  closeTo: string;
  onErased: () => void;
};

/** One message, marked as read when opened. Needs a `key` per message. */
export function MessageView({ opened: { id, message, mails }, owner, closeTo, onErased }: MessageViewProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function change(changed: MessageChange) {
    try {
      await changeMessage(await loadSupabase(), id, changed);
      if (changed.read_at === null) await navigate(closeTo, { preventScrollReset: true });
      else await revalidate();
    } catch (error) {
      await reportFailure("Failed to change the message. Please try again.", error);
    }
  }

  async function erase() {
    try {
      await eraseMessage(await loadSupabase(), id);
    } catch (error) {
      return reportFailure("Failed to erase the message. Please try again.", error);
    }
    createTextCopy("notes", owner, id).remove();
    showToast({ kind: "success", title: "Erased", text: "The message and its emails are erased." });
    onErased();
    await navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return (
    <article className="message-view" aria-label="Message">
      <PageLink className="arrow-link back" to={closeTo} preventScrollReset viewTransition={false}>
        Back to the list
      </PageLink>
      <Part of={message}>
        {(found) =>
          found ? (
            <MessageDetail message={found} onChange={change} onErase={() => void erase()}>
              <MessageMails folder={found.status} mails={mails} />
              <MessageNotes owner={owner} message={found} />
            </MessageDetail>
          ) : (
            <MessageGone />
          )
        }
      </Part>
    </article>
  );
}

type MessageDetailProps = {
  message: StoredMessage;
  onChange: (change: MessageChange) => Promise<void>;
  onErase: () => void;
  children: ReactNode;
};

function MessageDetail({ message, onChange, onErase, children }: MessageDetailProps) {
  const [isErasing, setErasing] = useState(false);
  const heading = useFocusOnOpen();
  useMarkAsRead(message);
  const { name, created_at, service, status } = message;
  return (
    <>
      <MessageActions
        message={message}
        onErase={() => setErasing(true)}
        onChange={async (change) => {
          await onChange(change);
          // The pressed button may have been removed.
          heading.current?.focus({ preventScroll: true });
        }}
      />
      <header className="message-head">
        <h2 className="title-2" tabIndex={-1} ref={heading}>
          <bdi>{name}</bdi>
        </h2>
        <p className="meta">
          <span>{service}</span>
          <time dateTime={created_at}>{dayAndTime(created_at)}</time>
        </p>
      </header>
      {status === "quarantine" && <SpamNotice reasons={message.spam_reasons} />}
      <div className="message-body">
        <p className="message-text" dir="auto">
          {message.message}
        </p>
        <div className="message-facts">
          <MessageFields message={message} />
          {children}
        </div>
      </div>
      <MessageKeys />
      {isErasing && (
        <Question
          title="Erase this message?"
          action="Erase for good"
          text={`The message from ${name}, the notes on it and the emails made from it will be erased for good. This cannot be undone.`}
          onDone={onErase}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}

function SpamNotice({ reasons }: { reasons: StoredMessage["spam_reasons"] }) {
  return (
    <div className="spam-notice">
      <p>This looks like spam, so its emails are held. Choose “Not spam” to send them.</p>
      <ul className="plumb-list">
        {reasons.map((reason) => (
          <li key={reason}>{SPAM_REASONS[reason]}</li>
        ))}
      </ul>
    </div>
  );
}

function MessageFields({ message: { email, phone, company, source, reference } }: { message: StoredMessage }) {
  const fields = [
    ["Email", email],
    ["Phone", phone],
    ["Company", company],
    ["Sent from", source],
    ["Reference", reference],
  ].filter(([, value]) => value);
  return (
    <dl className="message-fields">
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function MessageGone() {
  const heading = useFocusOnOpen();
  return (
    <div className="empty-state">
      <h2 className="title-2" tabIndex={-1} ref={heading}>
        This message is gone.
      </h2>
      <p>It was erased, or the address is not complete.</p>
    </div>
  );
}

function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // On narrow screens the message replaces the list, so scroll to its top.
    if (!matchMedia("(width >= 62rem)").matches) heading.current?.closest("article")?.scrollIntoView();
  }, []);
  return heading;
}

/** Once, when the message is opened: "Mark unread" closes it. */
function useMarkAsRead({ id, read_at }: StoredMessage) {
  const { revalidate } = useRevalidator();
  const isMarked = useRef(false);
  useEffect(() => {
    if (read_at || isMarked.current) return;
    isMarked.current = true;
    loadSupabase()
      .then((supabase) => changeMessage(supabase, id, { read_at: new Date().toISOString() }))
      .then(revalidate)
      .catch((error: unknown) => console.warn("The message stays unread", error));
  }, [id, read_at, revalidate]);
}
