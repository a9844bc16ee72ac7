import { useEffect, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { reportFailure } from "../shell/session-failure.ts";
import { useLoaded } from "../shell/use-loaded.tsx";
import { useOnReturn } from "../shell/use-on-return.ts";
import { describeMail, nameMail } from "./mail-labels.ts";
import { listMails, requeueMail, type StoredMail, type StoredMessage } from "./message-rows.ts";

const FIRST_POLL_MS = 1_000;
const MAX_POLLS = 6;

type MessageMailsProps = { message: Pick<StoredMessage, "id" | "status">; onChanged: () => void };

/** The mails of a message with their delivery state, polled for a while when one is pending. */
export function MessageMails({ message: { id, status }, onChanged }: MessageMailsProps) {
  const { render, reload } = useLoaded(async () => listMails(await loadSupabase(), id), [id, status]);
  useOnReturn(reload);

  async function queue(mail: StoredMail) {
    try {
      await requeueMail(await loadSupabase(), mail.id);
      onChanged();
    } catch (error) {
      await reportFailure("Failed to queue the email. Please try again.", error);
    }
    reload();
  }

  return (
    <section aria-labelledby="mails-of-message">
      <h3 className="label" id="mails-of-message">
        Mails
      </h3>
      {render((mails) => (
        <Mails key={status} mails={mails} folder={status} onPoll={reload} onSendAgain={(mail) => void queue(mail)} />
      ))}
    </section>
  );
}

type MailsProps = {
  mails: readonly StoredMail[];
  folder: StoredMessage["status"];
  onPoll: () => void;
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
        onPoll();
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
