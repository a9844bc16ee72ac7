import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../shell/icon.tsx";
import { findText, type Match, replaceText } from "./editor-commands.ts";
import { useWritingWords } from "./words.ts";

const STEPS = [
  { name: "previous", icon: "up", by: -1 },
  { name: "next", icon: "down", by: 1 },
] as const;

type FindBarProps = {
  match: Match;
  editor: Editor;
  onChange: (match: Match) => void;
  onClose: () => void;
};

/** Steps through the matches of a text and replaces one or all of them; one Undo reverts all replacements. */
export function FindBar({ match: { text, index = 0 }, editor, onChange, onClose }: FindBarProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<string>();
  const words = useWritingWords().find;
  const count = findText(editor.state.doc, text).length;
  const current = Math.min(index, count - 1);
  useEffect(() => field.current?.focus(), []);

  function show(next: number) {
    setResult(undefined);
    if (count > 0) onChange({ text, index: (next + count) % count });
  }

  function replace(replacement: string, isAll: boolean) {
    if (count === 0) return;
    const replaced = replaceText(editor, { text, index: isAll ? undefined : current }, replacement);
    setResult(words.replaced(replaced));
    // The next match has taken the place of the replaced one, unless the replacement contains the text itself.
    const next = isAll ? 0 : current + replacement.split(text).length - 1;
    onChange({ text, index: next % Math.max(1, findText(editor.state.doc, text).length) });
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === field.current) show(current + (event.shiftKey ? -1 : 1));
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <div className="find-bar" role="search" aria-label={words.label} onKeyDown={press}>
      <div>
        <label className="visually-hidden" htmlFor={id}>
          {words.find}
        </label>
        <input
          id={id}
          ref={field}
          placeholder={words.find}
          autoComplete="off"
          aria-describedby={`${id}-count`}
          value={text}
          onChange={({ target }) => {
            setResult(undefined);
            onChange({ text: target.value, index: 0 });
          }}
        />
        <p id={`${id}-count`} role="status">
          {result ?? (text ? (count > 0 ? words.position(current + 1, count) : words.none) : words.hint)}
        </p>
        {STEPS.map(({ name, icon, by }) => (
          <button
            key={icon}
            type="button"
            aria-label={words[name]}
            aria-disabled={count === 0}
            onClick={() => show(current + by)}
          >
            <Icon name={icon} />
          </button>
        ))}
        <button type="button" aria-label={words.close} onClick={onClose}>
          <Icon name="remove" />
        </button>
      </div>
      <ReplaceFields isDisabled={count === 0} onReplace={replace} />
    </div>
  );
}

type ReplaceFieldsProps = { isDisabled: boolean; onReplace: (replacement: string, isAll: boolean) => void };

function ReplaceFields({ isDisabled, onReplace }: ReplaceFieldsProps) {
  const id = useId();
  const [replacement, setReplacement] = useState("");
  const words = useWritingWords().find;
  return (
    <div>
      <label className="visually-hidden" htmlFor={id}>
        {words.with}
      </label>
      <input
        id={id}
        placeholder={words.with}
        autoComplete="off"
        value={replacement}
        onChange={({ target }) => setReplacement(target.value)}
        onKeyDown={({ key }) => key === "Enter" && onReplace(replacement, false)}
      />
      {[false, true].map((isAll) => (
        <button key={`${isAll}`} type="button" aria-disabled={isDisabled} onClick={() => onReplace(replacement, isAll)}>
          {isAll ? words.replaceAll : words.replace}
        </button>
      ))}
    </div>
  );
}
