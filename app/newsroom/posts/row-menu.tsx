import { type ReactNode, useId } from "react";
import { Icon } from "../shell/icon.tsx";
import "./row-menu.css";

/** The further actions of a row in a native popover, which returns the focus to its button. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="row-menu">
      <button type="button" popoverTarget={id} aria-label={`Actions for “${of}”`}>
        <Icon name="more" />
      </button>
      <div id={id} popover="auto">
        {children}
      </div>
    </div>
  );
}

type MenuActionProps = { label: string; of: string; shortcut?: string; isDangerous?: boolean; onClick: () => void };

/** Includes the post's title in the accessible name, because many rows have the same button. */
export function MenuAction({ label, of, shortcut, isDangerous = false, onClick }: MenuActionProps) {
  return (
    <button
      type="button"
      className={isDangerous ? "danger" : undefined}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onClick();
      }}
    >
      {isDangerous && <Icon name="bin" />}
      <span>
        {label}
        <span className="visually-hidden">{` “${of}”`}</span>
      </span>
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}
