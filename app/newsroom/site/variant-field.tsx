import { type ReactNode, useState } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { plainText } from "../../../domain/content/rich-text.ts";
import { describe, type Value } from "../../../domain/content/values.ts";
import { Icon } from "../shell/icon.tsx";
import { useSiteWords } from "./words.ts";
import "./variant-field.css";

type KindButtonsProps = { one: string; kinds: readonly Field[]; isFull: boolean; onAdd: (kind: Field) => void };

function KindButtons({ one, kinds, isFull, onAdd }: KindButtonsProps) {
  const words = useSiteWords();
  return (
    <div className="cluster kind-buttons" role="group" aria-label={words.add(one)}>
      {kinds.map((kind) => (
        <button
          key={kind.label}
          className="tool"
          type="button"
          aria-disabled={isFull}
          title={isFull ? words.field.full : undefined}
          onClick={() => !isFull && onAdd(kind)}
        >
          <Icon name="add" /> {kind.label}
        </button>
      ))}
    </div>
  );
}

type AddButtonsProps = {
  id: string;
  one: string;
  item: Field;
  max: number;
  isFull: boolean;
  error: string | undefined;
  onAdd: (group: Field) => void;
};

/** Adds an item to a list; of a list of variants, one of each kind. */
export function AddButtons({ id, one, item, max, isFull, error, onAdd }: AddButtonsProps) {
  const words = useSiteWords();
  if (item.variants) return <KindButtons {...{ one, isFull, onAdd }} kinds={Object.values(item.variants)} />;
  return (
    <button
      className="tool"
      type="button"
      id={`${id}-add`}
      aria-disabled={isFull}
      aria-describedby={error && `${id}-error`}
      title={isFull ? words.isFull(max) : undefined}
      onClick={() => !isFull && onAdd(item)}
    >
      <Icon name="add" /> {words.add(one)}
    </button>
  );
}

type FoldedItemProps = {
  kind: Field | undefined;
  value: unknown;
  isOpen: boolean;
  /** A field in it has an error, so it is open. */
  hasError: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** An item of a list of variants: its kind and first words, above its fields when it is open. */
export function FoldedItem({ kind, value, isOpen, hasError, onToggle, children }: FoldedItemProps) {
  const words = useSiteWords().field;
  if (!kind) return <p>{words.unknownKind}</p>;
  const isShown = isOpen || hasError;
  return (
    <details
      className="folded-item"
      open={isShown}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onToggle(currentTarget.open)}
    >
      <summary className="truncate">
        <b>{kind.label}</b> <span>{firstWords(value as Value)}</span>
      </summary>
      {isShown && <div className="entry-group">{children}</div>}
    </details>
  );
}

const MAX_WORDS_LENGTH = 80;

function firstWords({ title, caption, text }: Value): string {
  const words = describe(title) || describe(caption) || plainText(describe(text));
  return words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH).trimEnd()}…` : words;
}

export function useOpenItem() {
  const [open, setOpen] = useState<number>();
  return {
    isOpen: (index: number) => index === open,
    set: setOpen,
    toggle: (index: number, isOpen: boolean) =>
      setOpen((before) => (isOpen ? index : before === index ? undefined : before)),
  };
}
