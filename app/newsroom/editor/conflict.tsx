import { useLayoutEffect, useRef } from "react";
import { type DraftText, FIELD_LABELS } from "../../../domain/posts/draft.ts";
import { showFailure } from "../../auth/submission.ts";
import { showToast } from "../../ui/toasts/toasts.ts";
import type { StoredPost } from "../posts/post-rows.ts";
import { dayAndTime } from "../shell/times.ts";
import "./conflict.css";

/** A stored version of the post that is newer than the one being edited. */
export type RemoteVersion = { readonly post: StoredPost; readonly by: string | undefined };

type ConflictProps = {
  remoteVersion: RemoteVersion;
  theirs: DraftText;
  mine: DraftText;
  onTake: () => void;
  onKeep: () => void;
};

const FIELDS = Object.entries(FIELD_LABELS).map(([field, label]) => ({ field: field as keyof DraftText, label }));

/** Shows the differing fields of both texts side by side until the writer picks one. */
export function Conflict({ remoteVersion: { post, by }, theirs, mine, onTake, onKeep }: ConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the next paint, so that it takes no focus that the writer has moved since.
  useLayoutEffect(() => {
    // Do not move the focus while the writer is typing; the alert announces the conflict.
    if (!document.activeElement?.matches("input, textarea, [contenteditable]")) heading.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a conflict that is found again is announced again
  }, [post]);
  const differing = FIELDS.filter(({ field }) => theirs[field] !== mine[field]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(differing.map(({ field }) => mine[field] ?? "").join("\n\n"));
      showToast({ kind: "success", title: "Copied", text: "Your text is on the clipboard." });
    } catch {
      // Permission was denied, or the clipboard is unavailable without https.
      const text = "Your browser does not allow copying here. Please select your text in the form and copy it.";
      showFailure(text);
    }
  }
  return (
    <section className="conflict" aria-labelledby="conflict">
      <div role="alert">
        <h2
          className="title-2"
          id="conflict"
          tabIndex={-1}
          ref={heading}
        >{`${by ?? "Somebody"} changed this post while you were writing`}</h2>
        <p>{`On ${dayAndTime(post.updated_at)}. Both texts are kept until you decide.`}</p>
      </div>
      {differing.length === 0 && <p>The texts are the same.</p>}
      {differing.map(({ field, label }) => (
        <dl className="conflict-versions" key={field}>
          <div>
            <dt>{`${label}: theirs`}</dt>
            <dd>{theirs[field] || "Nothing"}</dd>
          </div>
          <div>
            <dt>{`${label}: yours`}</dt>
            <dd>{mine[field] || "Nothing"}</dd>
          </div>
        </dl>
      ))}
      <div className="actions">
        <button className="button compact" type="button" onClick={onKeep}>
          Keep mine as the new version
        </button>
        <button className="button compact outlined" type="button" onClick={onTake}>
          Use theirs
        </button>
        <button className="button compact outlined" type="button" onClick={() => void copy()}>
          Copy my text
        </button>
      </div>
    </section>
  );
}
