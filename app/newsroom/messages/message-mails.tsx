import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { type Loaded, Part } from "../../auth/load.tsx";
import { reportFailure } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { describeMail, nameMail } from "./mail-labels.ts";
import { type Folder, requeueMail, type StoredMail } from "./message-rows.ts";

const FIRST_POLL_MS = 1_000;
const MAX_POLLS = 6;

type MessageMailsProps = { folder: Folder; mails: Promise<Loaded<readonly StoredMail[]>> };

/** The mails of a message with their delivery state, polled for a while when one is pending. */
export function MessageMails({ folder, mails }: MessageMailsProps) {
  const { revalidate } = useRevalidator();

  async function queue(mail: StoredMail) {
    try {
      await requeueMail(await loadSupabase(), mail.id);
    } catch (error) {
      await reportFailure("Failed to queue the email. Please try again.", error);
    }
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
