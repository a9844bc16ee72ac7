import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { listContactFields, readContactRow } from "../../../domain/contact/contact-fields.ts";
import { SPAM_REASONS } from "../../../domain/contact/spam-score.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { attempt } from "../../data/save.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { showToast } from "../../ui/toasts/toasts.ts";
import { Question } from "../shell/dialog.tsx";
import { Icon } from "../shell/icon.tsx";
import { dayAndTime } from "../shell/times.ts";
import { useKeys } from "../shell/use-keys.ts";
import { describeMail, nameMail } from "./mail-labels.ts";
import { MessageNotes, notesCopies } from "./message-notes.tsx";
import {
  changeMessage,
  eraseMessage,
  type Folder,
  type MessageChange,
  requeueMail,
  type StoredMail,
  type StoredMessage,
} from "./message-rows.ts";

type OpenedMessage = {
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
    const failure = "Failed to change the message. Please try again.";
    if (!(await attempt(failure, (supabase) => changeMessage(supabase, id, changed)))) return;
    if (changed.read_at === null) await navigate(closeTo, { preventScrollReset: true });
    else await revalidate();
  }

  async function erase() {
    const failure = "Failed to erase the message. Please try again.";
    if (!(await attempt(failure, (supabase) => eraseMessage(supabase, id)))) return;
    notesCopies(owner).remove(id);
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

function MessageFields({ message }: { message: StoredMessage }) {
  const fields = [
    ...listContactFields(readContactRow(message), ["name", "service", "message"]),
    ["Reference", message.reference] as const,
  ];
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

type MessageActionsProps = {
  message: StoredMessage;
  onChange: (change: MessageChange) => Promise<void>;
  onErase: () => void;
};

/** The actions that the message's folder allows. */
function MessageActions({ message, onChange, onErase }: MessageActionsProps) {
  const { status } = message;
  const move = (to: Folder) => void onChange({ status: to });
  const archive = () => move(status === "archive" ? "inbox" : "archive");
  const markUnread = () => void onChange({ read_at: null });
  useKeys({ r: () => location.assign(replyTo(message)), a: archive, u: markUnread });
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
function MessageKeys() {
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

/** Encoded, so that the address cannot add a recipient or a header. */
function replyTo({ email, service, reference }: StoredMessage): string {
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${service} (${reference})`)}`;
}

const FIRST_POLL_MS = 1_000;
const MAX_POLLS = 6;

type MessageMailsProps = { folder: Folder; mails: Promise<Loaded<readonly StoredMail[]>> };

/** The mails of a message with their delivery state, polled for a while when one is pending. */
function MessageMails({ folder, mails }: MessageMailsProps) {
  const { revalidate } = useRevalidator();

  async function queue(mail: StoredMail) {
    await attempt("Failed to queue the email. Please try again.", (supabase) => requeueMail(supabase, mail.id));
    await revalidate();
  }

  return (
    <section aria-labelledby="mails-of-message">
      <h3 className="label" id="mails-of-message">
        Mails
      </h3>
      <Part of={mails}>
        {(found) => (
          <Mails
            key={folder}
            mails={found}
            folder={folder}
            onPoll={revalidate}
            onSendAgain={(mail) => void queue(mail)}
          />
        )}
      </Part>
    </section>
  );
}

type MailsProps = {
  mails: readonly StoredMail[];
  folder: Folder;
  onPoll: () => Promise<void>;
  onSendAgain: (mail: StoredMail) => void;
};

function Mails({ mails, folder, onPoll, onSendAgain }: MailsProps) {
  const [polls, setPolls] = useState(0);
  const isPending = mails.some(({ state, attempts }) => state === "sending" || (state === "queued" && attempts === 0));

  useEffect(() => {
    if (!isPending || polls === MAX_POLLS) return;
    const timer = setTimeout(
      () => {
        setPolls(polls + 1);
        void onPoll();
      },
      FIRST_POLL_MS * 2 ** polls,
    );
    return () => clearTimeout(timer);
  }, [isPending, polls, onPoll]);

  if (mails.length === 0) return <p className="small">No mail was written for this message.</p>;
  return (
    <ul className="message-mails">
      {mails.map((mail) => (
        <li key={mail.id} className={`message-mail-${mail.state}`}>
          <p>{nameMail(mail)}</p>
          <p className="message-mail-state">{describeMail(mail, folder)}</p>
          {mail.state === "failed" && (
            <button
              className="button compact outlined"
              type="button"
              onClick={() => {
                setPolls(0);
                onSendAgain(mail);
              }}
            >
              Send again
              <span className="visually-hidden">{` ${nameMail(mail)}`}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
