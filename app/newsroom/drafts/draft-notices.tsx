import { dayAndTime } from "../shell/times.ts";
import type { OpenedDraft } from "./open-draft.ts";
import type { Draft } from "./use-draft.ts";

type DraftNoticeProps = Pick<OpenedDraft, "leftAt" | "offered"> & {
  onStartAfresh: () => void;
  onContinue: (id: string) => void;
};

/** Tells the writer that an earlier draft was opened, or offers one to continue. */
export function DraftNotice({ leftAt, offered, onStartAfresh, onContinue }: DraftNoticeProps) {
  if (leftAt) {
    return (
      <div className="newsroom-notice" role="status">
        <p>{`This is the draft you left on ${dayAndTime(leftAt)}.`}</p>
        <button className="button compact outlined" type="button" onClick={onStartAfresh}>
          Start over
        </button>
      </div>
    );
  }
  if (!offered) return null;
  return (
    <div className="newsroom-notice" role="status">
      <p>{`You have a draft from ${dayAndTime(offered.updated_at)}: “${offered.title || "Untitled"}”.`}</p>
      <button className="button compact outlined" type="button" onClick={() => onContinue(offered.id)}>
        Continue it
      </button>
    </div>
  );
}

/** Shown when a draft was changed in two windows, until the writer picks a text. */
export function DraftConflictNotice({ draft: { saving, settle } }: { draft: Draft }) {
  if (saving.kind !== "conflict") return null;
  const { theirs } = saving;
  return (
    <div className="newsroom-notice" role="alert">
      <p>{`This draft was changed in another window on ${dayAndTime(theirs.updated_at)}. Which version do you want to keep?`}</p>
      <button className="button compact" type="button" onClick={() => settle(theirs, "mine")}>
        This one
      </button>
      <button className="button compact outlined" type="button" onClick={() => settle(theirs, "theirs")}>
        The other one
      </button>
    </div>
  );
}
