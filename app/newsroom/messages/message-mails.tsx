import { useEffect, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { tellFailure } from "../shell/ended-session.ts";
import { useLoaded } from "../shell/use-loaded.tsx";
import { useOnReturn } from "../shell/use-on-return.ts";
import { describeMail, nameMail } from "./mail-labels.ts";
import { listMails, sendAgain, type StoredMail, type StoredMessage } from "./message-rows.ts";

const FIRST_LOOK_MS = 1_000;
const MAX_POLLS = 6;

type MessageMailsProps = { message: Pick<StoredMessage, "id" | "status">; onChanged: () => void };

/** The mails of one message and how each went; looks again for a while when one is on its way. */
export function MessageMails({ message: { id, status }, onChanged }: MessageMailsProps) {
  const { shown, reload } = useLoaded(async () => listMails(await loadSupabase(), id), [id, status]);
  useOnReturn(reload);

  async function queue(mail: StoredMail) {
    try {
      await sendAgain(await loadSupabase(), mail.id);
      onChanged();
    } catch (error) {
      await tellFailure("Failed to queue the email. Please try again.", error);
    }
    reload();
  }

  return (
    <section aria-labelledby="mails-of-message">
      <h3 className="label" id="mails-of-message">
        Mails
      </h3>
      {shown((mails) => (
        <Mails key={status} mails={mails} folder={status} onLook={reload} onSendAgain={(mail) => void queue(mail)} />
      ))}
    </section>
  );
}

type MailsProps = {
  mails: readonly StoredMail[];
  folder: StoredMessage["status"];
  onLook: () => void;
  onSendAgain: (mail: StoredMail) => void;
};

function Mails({ mails, folder, onLook, onSendAgain }: MailsProps) {
  const [looks, setLooks] = useState(0);
  const isUnderWay = mails.some(({ state, attempts }) => state === "sending" || (state === "queued" && attempts === 0));

  useEffect(() => {
    if (!isUnderWay || looks === MAX_POLLS) return;
    const timer = setTimeout(
      () => {
        setLooks(looks + 1);
        onLook();
      },
      FIRST_LOOK_MS * 2 ** looks,
    );
    return () => clearTimeout(timer);
  }, [isUnderWay, looks, onLook]);

  if (mails.length === 0) return <p className="small">No mail was written for this message.</p>;
  return (
    <ul className="message-mails">
      {mails.map((mail) => (
        <li key={mail.id} className={mail.state}>
          <p>{nameMail(mail)}</p>
          <p className="mail-state">{describeMail(mail, folder)}</p>
          {mail.state === "failed" && (
            <button
              className="button compact outlined"
              type="button"
              onClick={() => {
                setLooks(0);
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
