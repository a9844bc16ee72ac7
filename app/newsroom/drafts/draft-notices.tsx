import { useEffect, useState } from "react";
import type { Value } from "../../../domain/content/values.ts";
import { POST_FIELD } from "../../../domain/posts/draft.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { reportFailure } from "../../data/save.ts";
import { Notice } from "../shell/notice.tsx";
import { clockTime, dayAndTime } from "../shell/times.ts";
import { Conflicts, TakenNotice } from "./conflicts.tsx";
import { readSharing, shareDraft, type Sharing } from "./draft-rows.ts";
import type { Edit } from "./draft-saver.ts";
import { type Draft, hasConflicts, type OpenedDraft } from "./post-draft.ts";

type DraftNoticeProps = Pick<OpenedDraft, "leftAt" | "offered"> & {
  onStartAfresh: () => void;
  onContinue: (id: string) => void;
};

/** Tells the writer that an earlier draft was opened, or offers one to continue. */
export function DraftNotice({ leftAt, offered, onStartAfresh, onContinue }: DraftNoticeProps) {
  if (leftAt) {
    return (
      <Notice action="Start over" onAction={onStartAfresh}>
        {`This is the draft you left on ${dayAndTime(leftAt)}.`}
      </Notice>
    );
  }
  if (!offered?.storedAt) return null;
  return (
    <Notice action="Continue it" onAction={() => onContinue(offered.id)}>
      {`You have a draft from ${dayAndTime(offered.storedAt)}: “${offered.text.title || "Untitled"}”.`}
    </Notice>
  );
}

/** Shown when the draft was changed in two windows; where both changed a field, until the writer picks a text. */
export function DraftConflictNotice({ draft }: { draft: Draft }) {
  const { edit, settle, dismissTaken } = draft;
  if (hasConflicts(draft)) {
    return (
      <Conflicts
        heading="This draft was changed in another window"
        text={`On ${dayAndTime(edit.row.storedAt ?? "")}. Both texts are kept until you decide.`}
        field={POST_FIELD}
        mine={draft.text}
        conflicts={edit.conflicts}
        onSettle={(path, keep) => settle(keep, path)}
      />
    );
  }
  return (
    <TakenNotice
      taken={edit.taken}
      field={POST_FIELD}
      by="Another window"
      className="newsroom-notice"
      onDismiss={dismissTaken}
    />
  );
}

/** Screen readers announce this text, so it changes only with the saved state. */
export function describeSaving(saving: Edit<Value, unknown>["saving"], storedAt: string | null | undefined) {
  if (saving === "offline") return "Saved on this device; waiting for a connection";
  if (saving === "gone") return "Not saved: it was removed elsewhere. Copy your text.";
  if (saving === "unsaved") return "Not saved. There is no connection, and this browser keeps nothing: copy your text.";
  return storedAt ? `Draft saved ${clockTime(storedAt)}` : undefined;
}

/** The switch that shares a stored draft with the other admins. For a draft of another admin, it names the owner. */
export function ShareDraft({ id, account }: { id: string; account: string }) {
  const [sharing, setSharing] = useState<Sharing>();
  useEffect(() => {
    let isLeft = false;
    loadSupabase()
      .then((supabase) => readSharing(supabase, id, account))
      .then((found) => isLeft || setSharing(found))
      .catch((error: unknown) => console.warn("Failed to read whether the draft is shared", error));
    return () => {
      isLeft = true;
    };
  }, [id, account]);

  async function share(isShared: boolean) {
    setSharing({ isShared });
    try {
      await shareDraft(await loadSupabase(), id, isShared);
    } catch (error) {
      setSharing({ isShared: !isShared });
      await reportFailure("Failed to share the draft. Please try again.", error);
    }
  }

  if (!sharing) return null;
  if (sharing.by)
    return <p className="field">{`${sharing.by} shares this draft with you. You both edit the same text.`}</p>;
  return (
    <div className="field">
      <label className="slug-choice">
        <input type="checkbox" checked={sharing.isShared} onChange={({ target }) => void share(target.checked)} />
        <span>Share this draft with the other admins</span>
      </label>
      <p className="hint">They can read and change it until it is published.</p>
    </div>
  );
}
