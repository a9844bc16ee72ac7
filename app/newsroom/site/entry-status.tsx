import { type MarkKind, StateMark } from "../shell/state-mark.tsx";
import { clockTime, dayAndTime } from "../shell/times.ts";
import type { EntryEdit } from "./entry-edits.ts";
import type { Entry } from "./entry-states.ts";

/** How the draft is saved, or what visitors see. */
export function EntryStatus({ edit: { entry, saving } }: { edit: EntryEdit }) {
  const { kind, text } = describeEdit(entry, saving);
  return (
    <p className="entry-status" role="status">
      <StateMark kind={kind}>{text}</StateMark>
    </p>
  );
}

function describeEdit(entry: Entry, saving: EntryEdit["saving"]): { kind: MarkKind; text: string } {
  if (saving === "saving") return { kind: "draft", text: "Saving..." };
  if (saving === "offline")
    return { kind: "misfit", text: "Not saved. It is kept in this browser, and we keep trying." };
  if (entry.draft) return { kind: "draft", text: `Draft saved ${clockTime(entry.draft.updated_at)}` };
  return describeEntry(entry);
}

export function describeEntry(entry: Entry): { kind: MarkKind; text: string } {
  if (entry.state === "misfit") return { kind: "misfit", text: "Does not fit" };
  if (entry.scheduled) return { kind: "scheduled", text: `Live from ${dayAndTime(entry.scheduled.live_from)}` };
  if (entry.state === "new") return { kind: "draft", text: "Draft, not published yet" };
  if (entry.state === "hidden") return { kind: "hidden", text: "Hidden" };
  if (entry.state === "shipped" || !entry.live) return { kind: "shipped", text: "Shipped version" };
  return { kind: "live", text: `Live since ${dayAndTime(entry.live.live_from)}` };
}
