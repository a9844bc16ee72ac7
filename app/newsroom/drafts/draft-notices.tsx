import { useEffect, useState } from "react";
import type { Value } from "../../../domain/content/values.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { reportFailure } from "../../data/save.ts";
import { Notice } from "../shell/notice.tsx";
import { clockTime, dayAndTime } from "../shell/times.ts";
import { Conflicts, TakenNotice } from "./conflicts.tsx";
import { readSharing, shareDraft, type Sharing } from "./draft-rows.ts";
import type { Edit } from "./draft-saver.ts";
import { type Draft, hasConflicts, type OpenedDraft, usePostField } from "./post-draft.ts";
import { type DraftWords, useDraftWords } from "./words.ts";

type DraftNoticeProps = Pick<OpenedDraft, "leftAt" | "offered"> & {
  onStartAfresh: () => void;
  onContinue: (id: string) => void;
};

/** Tells the writer that an earlier draft was opened, or offers one to continue. */
export function DraftNotice({ leftAt, offered, onStartAfresh, onContinue }: DraftNoticeProps) {
  const { notice, untitled } = useDraftWords();
  if (leftAt) {
    return (
      <Notice action={notice.startOver} onAction={onStartAfresh}>
        {notice.left(dayAndTime(leftAt))}
      </Notice>
    );
  }
  if (!offered?.storedAt) return null;
  return (
    <Notice action={notice.continue} onAction={() => onContinue(offered.id)}>
      {notice.offered(dayAndTime(offered.storedAt), offered.text.title || untitled)}
    </Notice>
  );
}

/** Shown when the draft was changed in two windows; where both changed a field, until the writer picks a text. */
export function DraftConflictNotice({ draft }: { draft: Draft }) {
  const { edit, settle, dismissTaken } = draft;
  const field = usePostField();
  const words = useDraftWords();
  if (hasConflicts(draft)) {
    return (
      <Conflicts
        heading={words.conflicts.otherWindow}
        text={words.conflicts.kept(dayAndTime(edit.row.storedAt ?? ""))}
        field={field}
        mine={draft.text}
        conflicts={edit.conflicts}
        onSettle={(path, keep) => settle(keep, path)}
      />
    );
  }
  return (
    <TakenNotice
      taken={edit.taken}
      field={field}
      by={words.taken.window}
      className="newsroom-notice"
      onDismiss={dismissTaken}
    />
  );
}

/** Screen readers announce this text, so it changes only with the saved state. */
export function describeSaving(
  saving: Edit<Value, unknown>["saving"],
  storedAt: string | null | undefined,
  words: DraftWords["saving"],
) {
  if (saving === "offline" || saving === "gone" || saving === "unsaved") return words[saving];
  return storedAt ? words.stored(clockTime(storedAt)) : undefined;
}

/** The switch that shares a stored draft with the other admins. For a draft of another admin, it names the owner. */
export function ShareDraft({ id, account }: { id: string; account: string }) {
  const [sharing, setSharing] = useState<Sharing>();
  const words = useDraftWords().sharing;
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
      await reportFailure(words.failed, error);
    }
  }

  if (!sharing) return null;
  if (sharing.by) return <p className="field">{words.by(sharing.by)}</p>;
  return (
    <div className="field">
      <label className="slug-choice">
        <input type="checkbox" checked={sharing.isShared} onChange={({ target }) => void share(target.checked)} />
        <span>{words.label}</span>
      </label>
      <p className="hint">{words.hint}</p>
    </div>
  );
}
