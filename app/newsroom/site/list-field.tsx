import { type ReactNode, useId } from "react";
import { emptyValue, type Field } from "../../../domain/content/fields.ts";
import { Icon } from "../shell/icon.tsx";
import { BothVersions, ChangedMark, type FieldProps } from "./field-parts.tsx";
import { useLift } from "./use-lift.tsx";

type ListFieldProps = FieldProps & {
  readonly renderItem: (item: Field, path: string, number: number) => ReactNode;
};

/** Items that can be added, removed and moved between the limits of the schema. */
export function ListField({ form, field, path, renderItem }: ListFieldProps) {
  const id = useId();
  const { label, hint, item, one = "item", min = 0, max = Infinity } = field;
  const items = form.valueAt(path) as readonly unknown[];
  const error = form.errorAt(path);
  const set = (next: readonly unknown[]) => form.change(path, next);
  const { list, lifted, renderGrip, bar } = useLift({
    count: items.length,
    one: sentence(one),
    onMove: (from, to) => set(items.toSpliced(from, 1).toSpliced(to, 0, items[from])),
  });
  if (!item) return null;

  function add() {
    if (item) set([...items, emptyValue(item)]);
    // After React has rendered the new item.
    requestAnimationFrame(() => focusLast(list.current));
  }

  function remove(index: number) {
    set(items.toSpliced(index, 1));
    document.getElementById(`${id}-add`)?.focus();
  }

  return (
    <div className="entry-list" role="group" aria-labelledby={id}>
      <p className="entry-label" id={id}>
        {form.isChanged(path) && <ChangedMark />}
        {label}
        <span className="entry-count">{`${items.length} of ${max}`}</span>
      </p>
      {hint && <p className="hint">{hint}</p>}
      <ul ref={list}>
        {items.map((_, index) => {
          const at = `${path}.${index}`;
          return (
            <li key={at} className={lifted === index ? "lifted" : undefined}>
              {renderGrip(index)}
              <div className="entry-item">{renderItem(item, at, index + 1)}</div>
              <RemoveButton
                label={`Remove ${one} ${index + 1}`}
                {...{ min }}
                isLeast={items.length <= min}
                onRemove={() => remove(index)}
              />
            </li>
          );
        })}
      </ul>
      {bar}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <button
        className="tool"
        type="button"
        id={`${id}-add`}
        aria-disabled={items.length >= max}
        aria-describedby={error && `${id}-error`}
        title={items.length >= max ? `The page has room for ${max}.` : undefined}
        onClick={() => items.length < max && add()}
      >
        <Icon name="add" /> {`Add ${one}`}
      </button>
      <BothVersions {...{ form, field, path }} />
    </div>
  );
}

type RemoveButtonProps = { label: string; min: number; isLeast: boolean; onRemove: () => void };

function RemoveButton({ label, min, isLeast, onRemove }: RemoveButtonProps) {
  return (
    <button
      className="tool-icon"
      type="button"
      aria-label={label}
      aria-disabled={isLeast}
      title={isLeast ? `The page needs at least ${min}.` : undefined}
      onClick={() => !isLeast && onRemove()}
    >
      <Icon name="remove" />
    </button>
  );
}

function focusLast(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>(":scope > :last-child :is(input, textarea, select)")?.focus();
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
