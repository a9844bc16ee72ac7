import { type ReactNode, useState } from "react";
import "./search-preview.css";

type SearchPanelProps = {
  label: string;
  /** A field in it was refused, so it is open. */
  hasError: boolean;
  children: ReactNode;
};

/** Closed until it is needed: nothing in it is required. */
export function SearchPanel({ label, hasError, children }: SearchPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || hasError;
  return (
    <details className="search-panel" open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label} <small>optional</small>
      </summary>
      {isShown && children}
    </details>
  );
}
