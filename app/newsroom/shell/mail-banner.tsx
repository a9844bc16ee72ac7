import { useCallback, useEffect, useState } from "react";
import { type Supabase, loadSupabase } from "../../auth/supabase-client.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { nameMail, shortTime } from "../messages/mail-labels.ts";
import type { StoredMail } from "../messages/message-rows.ts";
import { useOnReturn } from "./use-on-return.ts";
import "./mail-banner.css";

type LateMail = Pick<StoredMail, "kind" | "recipient" | "attempts" | "last_error"> & {
  readonly queued_at: string;
  readonly contact_message_id: string | null;
};

const LOOK_EVERY_MS = 60_000;

/** Says so when mail is late. What counts as late is a setting of the server, so the server is asked. */
export function MailBanner() {
  const [late, setLate] = useState<LateMail>();
  const look = useCallback(() => {
    findLate().then(setLate, (error: unknown) => console.warn("Late emails could not be loaded", error));
  }, []);
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look]);
  useOnReturn(look);

  if (!late) return null;
  const { attempts, last_error, contact_message_id } = late;
  const why = attempts === 0 && !last_error ? "No delivery was attempted. Is SMTP_URL set?" : last_error;
  return (
    <div className="desk-notice mail-banner" role="alert">
      <p>
        <b>{`Email is late. The oldest unsent one has been waiting since ${shortTime(late.queued_at)}. `}</b>
        {`${nameMail(late)}. ${why ?? ""}`}
      </p>
      {contact_message_id && (
        <PageLink className="button compact outlined" to={`/newsroom/messages?message=${contact_message_id}`}>
          Show its message
        </PageLink>
      )}
    </div>
  );
}

async function findLate(): Promise<LateMail | undefined> {
  const answer = await fetch("/readyz");
  const { mail }: { mail: string } = await answer.json();
  return mail === "late" ? findOldest(await loadSupabase()) : undefined;
}

/** The one that mail_lateness() measures. */
async function findOldest(backend: Supabase): Promise<LateMail | undefined> {
  const { data, error } = await backend
    .from("mail_outbox")
    .select("kind, recipient, attempts, last_error, queued_at, contact_message_id")
    .or("state.in.(queued,sending),and(state.eq.failed,kind.eq.contact-notification)")
    .order("queued_at")
    .limit(1)
    .maybeSingle<LateMail>();
  if (error) throw new Error("The mails could not be read", { cause: error });
  return data ?? undefined;
}
