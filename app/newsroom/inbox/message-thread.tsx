import { describeSize } from "../../../domain/contact/message-file.ts";
import { splitQuote } from "../../../domain/contact/quoted-text.ts";
import { saveBlob } from "../../data/save-blob.ts";
import { attempt } from "../../data/save.ts";
import { LinkButton } from "../../ui/form/link-button.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { useLanguage } from "../../ui/words.ts";
import { addressOf } from "../list/list-query.ts";
import { dayAndTime, shortMoment } from "../shell/times.ts";
import { describeMail, shortTime } from "./mail-labels.ts";
import {
  type Folder,
  MESSAGES,
  readFile,
  type StoredFile,
  type StoredMail,
  type StoredMessage,
} from "./message-rows.ts";
import { MessageStateMark } from "./message-state.tsx";
import type { Reply, Thread } from "./thread-rows.ts";
import { type InboxWords, useInboxWords, useServiceNames } from "./words.ts";

type ThreadProps = {
  thread: Thread;
  /** Who has written the message, and from which address. */
  sender: Pick<StoredMessage, "name" | "email">;
  folder: Folder;
  onSendAgain: (mail: StoredMail) => void;
};

/** What was exchanged after the message, with the delivery of each reply. */
export function MessageThread({ thread: { replies, writing }, sender, folder, onSendAgain }: ThreadProps) {
  const inbox = useInboxWords();
  const words = inbox.thread;
  return (
    <>
      <ol className="message-thread" aria-label={words.label}>
        {replies.map((reply) => (
          <li key={reply.id} className={`reply-${reply.direction}`}>
            <header>
              <b>
                <bdi>{authorOf(reply, sender.name, words)}</bdi>
              </b>
              <time dateTime={reply.at}>{dayAndTime(reply.at)}</time>
              {reply.direction === "received" && <AnswerMarks reply={reply} email={sender.email} />}
              {reply.mail && <span>{describeMail(reply.mail, folder, inbox)}</span>}
              {reply.mail?.state === "failed" && (
                <button
                  className="button compact outlined"
                  type="button"
                  onClick={() => reply.mail && onSendAgain(reply.mail)}
                >
                  {words.tryAgain}
                </button>
              )}
            </header>
            {reply.direction === "received" ? <AnswerText text={reply.text} /> : <p dir="auto">{reply.text}</p>}
            <MessageFiles files={reply.files} />
          </li>
        ))}
      </ol>
      {writing.map(({ email, text, since }) => (
        <details key={email} className="also-replying">
          <summary>
            <span>
              <b>{email}</b>
              {words.alsoReplying(shortTime(since))}
            </span>{" "}
            <span className="link">{words.seeDraft}</span>
          </summary>
          <p>{text}</p>
        </details>
      ))}
    </>
  );
}

/** What kind of answer it is, and its address if that is not the sender's own. */
function AnswerMarks({ reply: { kind, sender }, email }: { reply: Reply; email: string }) {
  const words = useInboxWords().thread;
  const isOther = sender !== null && sender.toLowerCase() !== email.toLowerCase();
  return (
    <>
      <span>{words.kinds[kind]}</span>
      {isOther && (
        <mark>
          {words.otherAddress}
          <bdi>{sender}</bdi>
        </mark>
      )}
    </>
  );
}

function AnswerText({ text }: { text: string }) {
  const words = useInboxWords().thread;
  const { own, quoted } = splitQuote(text);
  return (
    <>
      {own && <p dir="auto">{own}</p>}
      {quoted && (
        <details>
          <summary className="link">{words.quoted}</summary>
          <p dir="auto">{quoted}</p>
        </details>
      )}
    </>
  );
}

/** What strangers sent is saved, not opened. */
export function MessageFiles({ files }: { files: readonly StoredFile[] }) {
  const words = useInboxWords().thread;
  const language = useLanguage();
  if (files.length === 0) return null;
  return (
    <ul className="reply-files" aria-label={words.files}>
      {files.map((file) => (
        <li key={file.id}>
          {file.isKept ? (
            <LinkButton onClick={() => void save(file, words.fileFailed)}>
              <bdi>{file.name}</bdi>
            </LinkButton>
          ) : (
            <bdi>{file.name}</bdi>
          )}{" "}
          <span>{(file.isKept ? words.file : words.mailboxFile)(file.type, describeSize(file.size, language))}</span>
        </li>
      ))}
    </ul>
  );
}

async function save({ id, name }: StoredFile, failure: string): Promise<void> {
  await attempt(failure, async (supabase) => saveBlob(await readFile(supabase, id), name));
}

function authorOf({ direction, author }: Reply, sender: string, words: InboxWords["thread"]): string {
  return author ?? (direction === "received" ? sender : words.deletedAccount);
}

export function OtherMessages({ others }: { others: Thread["others"] }) {
  const nameService = useServiceNames();
  const words = useInboxWords().thread;
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-messages">
      <h3 className="label" id="other-messages">
        {words.others}
      </h3>
      <ul className="other-messages">
        {others.map(({ id, service, state, created_at }) => (
          <li key={id}>
            <PageLink
              className="link"
              to={addressOf(MESSAGES, { opened: id })}
              preventScrollReset
              viewTransition={false}
            >
              {nameService(service)}
            </PageLink>
            <span className="meta">
              <MessageStateMark state={state} />
              <time dateTime={created_at}>{shortMoment(created_at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
