import { clockTime, dayAndTime } from "../shell/times.ts";
import type { NewsroomWords } from "../words.ts";
import type { Folder, StoredMail } from "./message-rows.ts";
import type { InboxWords } from "./words.ts";

/** "Receipt to ada@example.com". */
export const nameMail = ({ kind, recipient }: Pick<StoredMail, "kind" | "recipient">, names: NewsroomWords["mails"]) =>
  (names[kind as keyof typeof names] ?? names.other)(recipient);

export function describeMail(mail: StoredMail, folder: Folder, { mails: { states } }: InboxWords): string {
  const { attempts, last_error, next_attempt_at, sent_at } = mail;
  switch (mail.state) {
    case "sent":
      return states.sent(shortTime(sent_at ?? ""));
    case "sending":
      return states.sending;
    case "queued":
      if (!last_error || attempts === 0) return states.queued;
      return states.again(shortTime(next_attempt_at), last_error);
    case "failed":
      return states.failed(attempts, last_error ?? states.noReason);
    case "held":
      return folder === "quarantine" ? states.held : states.heldSince;
  }
}

/** "14:02" for today, otherwise with the date. */
export function shortTime(instant: string): string {
  const isToday = new Date(instant).toDateString() === new Date().toDateString();
  return isToday ? clockTime(instant) : dayAndTime(instant);
}
