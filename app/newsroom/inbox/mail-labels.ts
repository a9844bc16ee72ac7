import { clockTime, dayAndTime } from "../shell/times.ts";
import type { Folder, StoredMail } from "./message-rows.ts";

/** "Receipt to ada@example.com". */
export function nameMail({ kind, recipient }: Pick<StoredMail, "kind" | "recipient">): string {
  const names: Partial<Record<string, string>> = {
    "contact-notification": "Notification",
    "contact-receipt": "Receipt",
    "contact-answer": "Notice of an answer",
  };
  const name = names[kind] ?? "Mail";
  return `${name} to ${recipient}`;
}

export function describeMail(mail: StoredMail, folder: Folder): string {
  const { attempts, last_error, next_attempt_at, sent_at } = mail;
  switch (mail.state) {
    case "sent":
      return `Delivered ${shortTime(sent_at ?? "")}`;
    case "sending":
      return "Being sent now";
    case "queued":
      if (!last_error || attempts === 0) return "Waiting to be sent";
      return `Trying again at ${shortTime(next_attempt_at)}: ${last_error}`;
    case "failed":
      return `Failed after ${attempts} ${attempts === 1 ? "try" : "tries"}: ${last_error ?? "no reason given"}`;
    case "held":
      return folder === "quarantine" ? "Held: in spam" : "Held since it was in spam. “Back to inbox” delivers it.";
  }
}

/** "14:02" for today, otherwise with the date. */
export function shortTime(instant: string): string {
  const isToday = new Date(instant).toDateString() === new Date().toDateString();
  return isToday ? clockTime(instant) : dayAndTime(instant);
}
