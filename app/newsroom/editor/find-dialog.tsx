import { useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";

type FindDialogProps = {
  /** Returns the number of matches. */
  onReplace: (find: string, replacement: string) => number;
  onFind: (find: string) => number;
  onClose: () => void;
};

/** Replaces a word or phrase everywhere in the text; one Undo reverts all replacements. */
export function FindDialog({ onReplace, onFind, onClose }: FindDialogProps) {
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const [result, setResult] = useState<string>();
  const count = find ? onFind(find) : 0;

  function replaceAll() {
    const replaced = find ? onReplace(find, replacement) : 0;
    setResult(replaced === 1 ? "Replaced one match." : `Replaced ${replaced} matches.`);
  }

  return (
    <Dialog title="Find and replace" action="Replace all" dismiss="Close" onDone={replaceAll} onClose={onClose}>
      <TextField
        label="Find"
        autoComplete="off"
        value={find}
        onChange={({ target }) => {
          setFind(target.value);
          setResult(undefined);
        }}
      />
      <TextField
        label="Replace with"
        autoComplete="off"
        value={replacement}
        onChange={({ target }) => setReplacement(target.value)}
      />
      <p className="field hint" role="status">
        {result ?? (find ? `Found ${count === 1 ? "once" : `${count} times`}.` : "Upper and lower case must match.")}
      </p>
    </Dialog>
  );
}
