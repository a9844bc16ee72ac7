import { PageLink } from "../../ui/layout/page-link.tsx";
import { addressOf } from "../list/list-query.ts";
import { dayAndTime, shortMoment } from "../shell/times.ts";
import { describeMail, shortTime } from "./mail-labels.ts";
import { type Folder, MESSAGES, type StoredMail } from "./message-rows.ts";
import { MessageStateMark } from "./message-state.tsx";
import type { Reply, Thread } from "./thread-rows.ts";

type ThreadProps = {
  thread: Thread;
  sender: string;
  folder: Folder;
  onSendAgain: (mail: StoredMail) => void;
};

/** What was exchanged after the message, with the delivery of each reply. */
export function MessageThread({ thread: { replies, writing }, sender, folder, onSendAgain }: ThreadProps) {
  return (
    <>
      <ol className="message-thread" aria-label="Replies">
        {replies.map((reply) => (
          <li key={reply.id} className={`reply-${reply.direction}`}>
            <header>
              <b>
                <bdi>{authorOf(reply, sender)}</bdi>
              </b>
              <time dateTime={reply.at}>{dayAndTime(reply.at)}</time>
              {reply.mail && <span>{describeMail(reply.mail, folder)}</span>}
              {reply.mail?.state === "failed" && (
                <button
                  className="button compact outlined"
                  type="button"
                  onClick={() => reply.mail && onSendAgain(reply.mail)}
                >
                  Try again
                </button>
              )}
            </header>
            <p dir="auto">{reply.text}</p>
          </li>
        ))}
      </ol>
      {writing.map(({ email, text, since }) => (
        <details key={email} className="also-replying">
          <summary>
            <span>
              <b>{email}</b>
              {` is also replying, since ${shortTime(since)}.`}
            </span>{" "}
            <span className="link">See the draft</span>
          </summary>
          <p>{text}</p>
        </details>
      ))}
    </>
  );
}

function authorOf({ direction, author }: Reply, sender: string): string {
  return author ?? (direction === "received" ? sender : "A deleted account");
}

/** The sender's other messages, newest first. */
export function OtherMessages({ others }: { others: Thread["others"] }) {
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-messages">
      <h3 className="label" id="other-messages">
        Wrote before or after
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
              {service}
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
