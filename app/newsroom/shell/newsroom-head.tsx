import { type ReactNode, useState } from "react";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { nameMail, shortTime } from "../inbox/mail-labels.ts";
import type { StoredMail } from "../inbox/message-rows.ts";
import { useNewsroomWords } from "../words.ts";
import { usePolling } from "./use-newsroom-changes.ts";
import { useShellWords } from "./words.ts";
import "./newsroom-head.css";

export function NewsroomHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <header className="cluster newsroom-head">
        <div>
          {note}
          <h1>{title}</h1>
        </div>
        {children}
      </header>
      <MailBanner />
    </>
  );
}

type LateMail = Pick<StoredMail, "kind" | "recipient" | "attempts" | "last_error"> & {
  readonly queued_at: string;
  readonly contact_message_id: string | null;
};

const POLL_INTERVAL_MS = 60_000;

/** Warns when mail is late. The server's settings define late, so the banner reads /readyz. */
function MailBanner() {
  const { mails: names } = useNewsroomWords();
  const [late, setLate] = useState<LateMail>();
  const words = useShellWords().lateMail;
  usePolling(POLL_INTERVAL_MS, () => {
    findLateMail().then(setLate, (error: unknown) => console.warn("Late emails could not be loaded", error));
  });

  if (!late) return null;
  const { attempts, last_error, contact_message_id } = late;
  const reason = attempts === 0 && !last_error ? words.noAttempt : last_error;
  return (
    <div className="newsroom-notice mail-banner" role="alert">
      <p>
        <b>{words.since(shortTime(late.queued_at))}</b>
        {`${nameMail(late, names)}. ${reason ?? ""}`}
      </p>
      {contact_message_id && (
        <PageLink className="button compact outlined" to={`/newsroom/messages?message=${contact_message_id}`}>
          {words.show}
        </PageLink>
      )}
    </div>
  );
}

async function findLateMail(): Promise<LateMail | undefined> {
  const response = await fetch("/readyz");
  const { mail }: { mail: string } = await response.json();
  return mail === "late" ? findOldestUndelivered(await loadSupabase()) : undefined;
}

/** The mail that mail_lateness() measures. */
async function findOldestUndelivered(supabase: Supabase): Promise<LateMail | undefined> {
  const undelivered = supabase
    .from("mail_outbox")
    .select("kind, recipient, attempts, last_error, queued_at, contact_message_id")
    .or("state.in.(queued,sending),and(state.eq.failed,kind.eq.contact-notification)");
  const oldest = undelivered.order("queued_at").limit(1).maybeSingle();
  return (await unwrap(oldest, "The mails could not be read")) ?? undefined;
}
