import { useState } from "react";
import { checkTags } from "../../../domain/posts/draft.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Icon } from "../shell/icon.tsx";
import type { ListedPost } from "./list-posts.ts";
import type { usePostChanges } from "./use-post-changes.ts";
import "./selection-bar.css";

type SelectionBarProps = {
  selected: readonly ListedPost[];
  changes: Pick<ReturnType<typeof usePostChanges>, "change" | "moveToBin" | "addTag">;
  onClear: () => void;
};

/** The actions on all selected posts; each can be undone. */
export function SelectionBar({ selected, changes, onClear }: SelectionBarProps) {
  const [isTagging, setTagging] = useState(false);
  const act = (action: () => Promise<unknown>) => {
    onClear();
    void action();
  };
  const out = selected.filter(({ status }) => status === "published");
  return (
    <div className="selection-bar" role="group" aria-label="Selected posts">
      <b role="status">{`${selected.length} selected`}</b>
      <button type="button" onClick={() => setTagging(true)}>
        Add tag
      </button>
      <button type="button" onClick={() => act(() => changes.change(out, { status: "draft" }))}>
        Unpublish
      </button>
      <button className="danger" type="button" onClick={() => act(() => changes.moveToBin(selected))}>
        <Icon name="bin" />
        {`Delete ${selected.length}`}
      </button>
      <button className="bare" type="button" onClick={onClear}>
        Clear <kbd aria-hidden="true">Esc</kbd>
      </button>
      {isTagging && (
        <TagDialog
          count={selected.length}
          onDone={(tag) => act(() => changes.addTag(selected, tag))}
          onClose={() => setTagging(false)}
        />
      )}
    </div>
  );
}

type TagDialogProps = { count: number; onDone: (tag: string) => void; onClose: () => void };

function TagDialog({ count, onDone, onClose }: TagDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function finish() {
    const checked = checkTags(text);
    if ("error" in checked) return setError(checked.error);
    const [tag, another] = checked.tags;
    if (!tag) return setError("Please write a tag.");
    if (another) return setError("Please add one tag at a time.");
    onDone(tag);
  }

  return (
    <Dialog title="Add a tag" action="Add tag" onDone={finish} onClose={onClose}>
      <TextField
        label="Tag"
        autoComplete="off"
        hint={count === 1 ? "For the selected post." : `For the ${count} selected posts.`}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
