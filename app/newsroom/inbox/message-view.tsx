import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { listContactFields, readContactRow } from "../../../domain/contact/contact-fields.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Detail, type Loaded, Part } from "../../data/load.tsx";
import { attempt } from "../../data/save.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { showToast } from "../../ui/toasts/toasts.ts";
import { Question } from "../shell/dialog.tsx";
import { Icon } from "../shell/icon.tsx";
import { dayAndTime } from "../shell/times.ts";
import { useKeys } from "../shell/use-keys.ts";
import { useNewsroomWords } from "../words.ts";
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
import { MessageStateFields } from "./message-state.tsx";
import { MessageFiles, MessageThread, OtherMessages } from "./message-thread.tsx";
import { ReplyForm, replyCopies } from "./reply-form.tsx";
import type { Thread } from "./thread-rows.ts";
import { useContactWords, useInboxWords, useServiceNames } from "./words.ts";

type OpenedMessage = {
  readonly id: string;
  readonly message: Promise<Loaded<StoredMessage | undefined>>;
  readonly mails: Promise<Loaded<readonly StoredMail[]>>;
  readonly thread: Promise<Loaded<Thread>>;
};

type MessageViewProps = {
  opened: OpenedMessage;
  /** The account whose local copies of notes are read. */
  owner: string;
  closeTo: string;
  onErased: () => void;
};

/** One message, marked as read when opened. Needs a `key` per message. */
export function MessageView({ opened: { id, message, mails, thread }, owner, closeTo, onErased }: MessageViewProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const words = useInboxWords();

  async function change(changed: MessageChange) {
    if (!(await attempt(words.message.changeFailed, (supabase) => changeMessage(supabase, id, changed)))) return;
    if (changed.read_at === null) await navigate(closeTo, { preventScrollReset: true });
    else await revalidate();
  }

  async function erase() {
    if (!(await attempt(words.erase.failed, (supabase) => eraseMessage(supabase, id)))) return;
    notesCopies(owner).remove(id);
    replyCopies(owner).remove(id);
    showToast({ kind: "success", title: words.erase.done, text: words.erase.doneText });
    onErased();
    await navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return (
    <article className="message-view" aria-label={words.message.label}>
      <PageLink className="arrow-link back" to={closeTo} preventScrollReset viewTransition={false}>
        {words.message.back}
      </PageLink>
      <Part of={message}>
        {(found) =>
          found ? (
            <MessageDetail
              message={found}
              onChange={change}
              onErase={() => void erase()}
              state={
                <Detail of={thread}>
                  {(known) => (
                    <MessageStateFields
                      message={found}
                      people={known?.people}
                      onChange={(state) => void change(state)}
                    />
                  )}
                </Detail>
              }
              answers={
                <Part of={thread} subject={id}>
                  {(known) => <Answers owner={owner} message={found} thread={known} />}
                </Part>
              }
            >
              <Detail of={thread}>{(known) => <OtherMessages others={known?.others ?? []} />}</Detail>
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
  /** State and assignee, the replies, and what stands beside them. */
  state: ReactNode;
  answers: ReactNode;
  children: ReactNode;
};

function MessageDetail({ message, onChange, onErase, state, answers, children }: MessageDetailProps) {
  const words = useInboxWords();
  const nameService = useServiceNames();
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
          <span>{nameService(service)}</span>
          <time dateTime={created_at}>{dayAndTime(created_at)}</time>
        </p>
      </header>
      {state}
      {status === "quarantine" && <SpamNotice reasons={message.spam_reasons} />}
      <div className="message-body">
        <div className="message-exchange">
          <p className="message-text" dir="auto">
            {message.message}
          </p>
          {answers}
        </div>
        <div className="message-facts">
          <MessageFields message={message} />
          {children}
        </div>
      </div>
      <MessageKeys />
      {isErasing && (
        <Question
          title={words.erase.question}
          action={words.erase.confirm}
          text={words.erase.text(name)}
          onDone={onErase}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}

/** The files of the message, the replies, and the one that is being written. */
function Answers({ owner, message, thread }: { owner: string; message: StoredMessage; thread: Thread }) {
  const { revalidate } = useRevalidator();
  const words = useInboxWords();
  usePolls(thread.replies.flatMap(({ mail }) => mail ?? []));
  return (
    <>
      <MessageFiles files={thread.files} />
      {thread.files.length > 0 && <p className="small">{words.message.stranger}</p>}
      <MessageThread
        thread={thread}
        sender={message}
        folder={message.status}
        onSendAgain={(mail) => void sendAgain(mail, words.mails.failed).then(revalidate)}
      />
      {message.status !== "quarantine" && <ReplyForm {...{ owner, message, thread }} />}
    </>
  );
}

function SpamNotice({ reasons }: { reasons: StoredMessage["spam_reasons"] }) {
  const words = useInboxWords().spam;
  return (
    <div className="spam-notice">
      <p>{words.text}</p>
      <ul className="plumb-list">
        {reasons.map((reason) => (
          <li key={reason}>{words.reasons[reason]}</li>
        ))}
      </ul>
    </div>
  );
}

function MessageFields({ message }: { message: StoredMessage }) {
  const words = useInboxWords();
  const contact = useContactWords();
  const fields = [
    ...listContactFields(readContactRow(message), ["name", "service", "message"], contact),
    [words.message.reference, message.reference] as const,
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
  const words = useInboxWords().message;
  const heading = useFocusOnOpen();
  return (
    <div className="empty-state">
      <h2 className="title-2" tabIndex={-1} ref={heading}>
        {words.gone}
      </h2>
      <p>{words.whyGone}</p>
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

function MessageActions({ message, onChange, onErase }: MessageActionsProps) {
  const words = useInboxWords();
  const { status } = message;
  const move = (to: Folder) => void onChange({ status: to });
  const archive = () => move(status === "archive" ? "inbox" : "archive");
  const markUnread = () => void onChange({ read_at: null });
  useKeys({ e: archive, u: markUnread });
  return (
    <div className="cluster message-actions">
      {status === "quarantine" && (
        <button className="button compact" type="button" onClick={() => move("inbox")}>
          {words.message.notSpam}
        </button>
      )}
      <button className="button compact outlined" type="button" onClick={archive}>
        {status === "archive" ? words.message.toInbox : words.message.toArchive}
      </button>
      <button className="button compact bare" type="button" onClick={markUnread}>
        {words.message.markUnread}
      </button>
      <button className="button compact danger" type="button" onClick={onErase}>
        <Icon name="bin" />
        {words.erase.action}
      </button>
    </div>
  );
}

function MessageKeys() {
  const words = useInboxWords().keys;
  return (
    <p className="message-keys" aria-hidden="true">
      <span>
        <kbd>J</kbd> <kbd>K</kbd> {words.nextPrevious}
      </span>
      <span>
        <kbd>R</kbd> {words.reply}
      </span>
      <span>
        <kbd>{words.control}</kbd> {words.send}
      </span>
      <span>
        <kbd>N</kbd> {words.note}
      </span>
      <span>
        <kbd>E</kbd> {words.archive}
      </span>
      <span>
        <kbd>1</kbd> {words.to} <kbd>5</kbd> {words.states}
      </span>
      <span>
        <kbd>U</kbd> {words.unread}
      </span>
      <span>{words.erase}</span>
    </p>
  );
}

const FIRST_POLL_MS = 1_000;
const MAX_POLLS = 6;

/** The mails of a message with their delivery state, polled for a while when one is pending. */
function MessageMails({ folder, mails }: { folder: Folder; mails: Promise<Loaded<readonly StoredMail[]>> }) {
  const { revalidate } = useRevalidator();
  const words = useInboxWords();

  return (
    <section aria-labelledby="mails-of-message">
      <h3 className="label" id="mails-of-message">
        {words.mails.title}
      </h3>
      <Part of={mails}>
        {(found) => (
          <Mails
            key={folder}
            mails={found}
            folder={folder}
            onSendAgain={(mail) => void sendAgain(mail, words.mails.failed).then(revalidate)}
          />
        )}
      </Part>
    </section>
  );
}

type MailsProps = {
  mails: readonly StoredMail[];
  folder: Folder;
  onSendAgain: (mail: StoredMail) => void;
};

async function sendAgain(mail: StoredMail, failure: string): Promise<void> {
  await attempt(failure, (supabase) => requeueMail(supabase, mail.id));
}

const isPending = ({ state, attempts }: StoredMail) => state === "sending" || (state === "queued" && attempts === 0);

function usePolls(mails: readonly StoredMail[]): void {
  const { revalidate } = useRevalidator();
  const pending = mails.flatMap((mail) => (isPending(mail) ? mail.id : [])).join();
  const [polled, setPolled] = useState({ pending, count: 0 });
  const polls = polled.pending === pending ? polled.count : 0;

  useEffect(() => {
    if (!pending || polls === MAX_POLLS) return;
    const timer = setTimeout(
      () => {
        setPolled({ pending, count: polls + 1 });
        void revalidate();
      },
      FIRST_POLL_MS * 2 ** polls,
    );
    return () => clearTimeout(timer);
  }, [pending, polls, revalidate]);
}

function Mails({ mails, folder, onSendAgain }: MailsProps) {
  usePolls(mails);
  const words = useInboxWords();
  const { mails: names } = useNewsroomWords();
  if (mails.length === 0) return <p className="small">{words.mails.none}</p>;
  return (
    <ul className="message-mails">
      {mails.map((mail) => (
        <li key={mail.id} className={`message-mail-${mail.state}`}>
          <p>{nameMail(mail, names)}</p>
          <p className="message-mail-state">{describeMail(mail, folder, words)}</p>
          {mail.state === "failed" && (
            <button className="button compact outlined" type="button" onClick={() => onSendAgain(mail)}>
              {words.mails.sendAgain}
              <span className="visually-hidden">{` ${nameMail(mail, names)}`}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
