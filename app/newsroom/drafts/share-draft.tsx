import { useEffect, useState } from "react";
import { reportFailure } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { readSharing, shareDraft, type Sharing } from "./draft-rows.ts";

type ShareDraftProps = {
  id: string;
  /** The signed-in account. */
  account: string;
};

/** The switch that shares a stored draft with the other admins. For a draft of another admin, it names the owner. */
export function ShareDraft({ id, account }: ShareDraftProps) {
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
