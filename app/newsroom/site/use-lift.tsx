import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../shell/icon.tsx";
import { useSiteWords } from "./words.ts";

type LiftOptions = {
  readonly count: number;
  readonly onLift?: () => void;
  readonly onMove: (from: number, to: number) => void;
  /** The item was put down at another place. */
  readonly onDrop?: () => void;
  /** One item, in the words of its label: "Office". */
  readonly one: string;
};

type Lifted = { readonly from: number; readonly at: number; readonly isDragged: boolean };

/** Reorders a list: its handle is dragged, or lifts an item that arrow keys and two buttons move. Escape puts it back. */
export function useLift({ count, onLift, onMove, onDrop, one }: LiftOptions) {
  const [lifted, setLifted] = useState<Lifted>();
  const words = useSiteWords().lift;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Moving its row may take the focus from the handle.
    if (lifted && !lifted.isDragged) gripAt(list.current, lifted.at)?.focus();
  }, [lifted]);

  function move(to: number): void {
    if (!lifted || to < 0 || to >= count || to === lifted.at) return;
    onMove(lifted.at, to);
    setLifted({ ...lifted, at: to });
  }

  function lift(index: number): void {
    onLift?.();
    setLifted({ from: index, at: index, isDragged: false });
  }

  function drop(): void {
    setLifted(undefined);
    if (lifted && lifted.from !== lifted.at) onDrop?.();
  }

  function steer(event: KeyboardEvent): void {
    if (!lifted || !["ArrowUp", "ArrowDown", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key !== "Escape") return move(lifted.at + (event.key === "ArrowUp" ? -1 : 1));
    if (lifted.from !== lifted.at) onMove(lifted.at, lifted.from);
    setLifted(undefined);
  }

  /** The handle keeps the pointer, so that mouse and finger move the item to any row. */
  function drag(index: number, { currentTarget, pointerId, clientY }: PointerEvent): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const to = rowAt(list.current, clientY);
    if (lifted) move(to);
    else if (to !== -1 && to !== index && to < count) {
      onLift?.();
      onMove(index, to);
      setLifted({ from: index, at: to, isDragged: true });
    }
  }

  const isElsewhere = (focused: Element | null) =>
    lifted && !lifted.isDragged && focused !== gripAt(list.current, lifted.at) && !focused?.closest(".lift-bar");

  return {
    list,
    lifted: lifted?.at,
    renderGrip: (index: number, name = `${one} ${index + 1}`) => (
      <button
        className="grip"
        type="button"
        aria-pressed={lifted?.at === index}
        aria-label={words.move(name)}
        onClick={() => (lifted ? drop() : lift(index))}
        onKeyDown={steer}
        onBlur={({ relatedTarget }) => isElsewhere(relatedTarget) && drop()}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={(event) => drag(index, event)}
        onPointerCancel={drop}
      >
        <Icon name="grip" />
      </button>
    ),
    bar: lifted && !lifted.isDragged && <LiftBar {...{ one, count, move }} at={lifted.at} />,
  };
}

const gripAt = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLButtonElement>(`:scope > :nth-child(${index + 1}) > .grip`);

const rowAt = (list: HTMLElement | null, y: number) =>
  [...(list?.children ?? [])].findIndex((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return y >= top && y < bottom;
  });

const ESCAPE = "Esc";

function LiftBar({ one, count, at, move }: { one: string; count: number; at: number; move: (to: number) => void }) {
  const { lifted, up, down, space, effects } = useSiteWords().lift;
  return (
    <div className="lift-bar" role="status">
      <span>{lifted(one, at + 1, count)}</span>
      <button className="tool" type="button" aria-disabled={at === 0} onClick={() => move(at - 1)}>
        <Icon name="up" /> {up}
      </button>
      <button className="tool" type="button" aria-disabled={at === count - 1} onClick={() => move(at + 1)}>
        <Icon name="down" /> {down}
      </button>
      <span className="lift-keys">
        <kbd>↑</kbd> <kbd>↓</kbd>
        {effects.move}
        <kbd>{space}</kbd>
        {effects.drop}
        <kbd>{ESCAPE}</kbd>
        {effects.back}
      </span>
    </div>
  );
}
