import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { describe, nameOf, type Value, valueAt } from "../../../domain/content/values.ts";
import { copyText } from "../../data/save.ts";
import { useFieldWords, useSiteWords } from "../site/words.ts";
import { useDraftWords } from "./words.ts";
import "../site/site-controls.css";
import "./conflicts.css";

type Settle = (path: string, keep: "mine" | "theirs") => void;

type ConflictsProps = {
  heading: string;
  text: string;
  field: Field;
  mine: Value;
  /** Theirs by path, where both changed. */
  conflicts: { readonly [path: string]: unknown };
  /** The heading takes the focus when this changes. */
  occasion?: unknown;
  onSettle: Settle;
};

export function Conflicts({ heading, text, field, mine, conflicts, occasion, onSettle }: ConflictsProps) {
  const id = useId();
  const say = useFieldWords();
  const title = useRef<HTMLHeadingElement>(null);
  // Before the next paint, so that it takes no focus that the writer has moved since.
  useLayoutEffect(() => {
    // Do not move the focus while the writer is typing; the alert announces the conflict.
    if (!document.activeElement?.matches("input, textarea, [contenteditable]")) title.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a conflict that is found again is announced again
  }, [occasion]);
  return (
    <section className="conflict" aria-labelledby={id}>
      <div role="alert">
        <h2 className="title-2" id={id} tabIndex={-1} ref={title}>
          {heading}
        </h2>
        <p>{text}</p>
      </div>
      {Object.entries(conflicts).map(([path, theirs]) => (
        <BothVersions
          key={path}
          label={nameOf(field, path, say)}
          mine={valueAt(mine, path)}
          theirs={theirs}
          onSettle={(keep) => onSettle(path, keep)}
        >
          <p>{nameOf(field, path, say)}</p>
        </BothVersions>
      ))}
    </section>
  );
}

type BothVersionsProps = {
  label: string;
  mine: unknown;
  theirs: unknown;
  onSettle: (keep: "mine" | "theirs") => void;
  children: ReactNode;
};

/** A field that two people changed: both versions, until one is chosen. */
export function BothVersions({ label, mine, theirs, onSettle, children }: BothVersionsProps) {
  const words = useDraftWords().conflicts;
  const { none } = useSiteWords();
  return (
    <div className="both-versions" role="group" aria-label={words.versions(label)}>
      {children}
      <div>
        <p>{describe(mine, none) || words.nothing}</p>
        <span>
          <button className="tool" type="button" onClick={() => onSettle("mine")}>
            {words.keep}
          </button>{" "}
          <button
            className="tool"
            type="button"
            onClick={() => void copyText(describe(mine, none), words.copied, words.notCopied)}
          >
            {words.copy}
          </button>
        </span>
      </div>
      <div>
        <p>{describe(theirs, none) || words.nothing}</p>
        <button className="tool" type="button" onClick={() => onSettle("theirs")}>
          {words.take}
        </button>
      </div>
    </div>
  );
}

type TakenNoticeProps = {
  taken: readonly string[];
  field: Field;
  by?: string | undefined;
  className?: string;
  onDismiss: () => void;
};

/** Names the fields that were changed elsewhere while other ones were changed here. */
export function TakenNotice({ taken, field, by, className, onDismiss }: TakenNoticeProps) {
  const words = useDraftWords().taken;
  const say = useFieldWords();
  if (taken.length === 0) return null;
  return (
    <div className={className ?? "notice due"} role="status">
      <p>
        <b>{words.fields(by ?? words.admin, taken.map((path) => nameOf(field, path, say)).join(words.and))}</b>{" "}
        {words.both}
      </p>
      <button className="tool" type="button" onClick={onDismiss}>
        {words.dismiss}
      </button>
    </div>
  );
}
