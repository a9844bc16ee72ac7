import { type ReactNode, useState } from "react";
import "./search-preview.css";

type SearchPanelProps = {
  label: string;
  /** A field in the panel has an error, so the panel is open. */
  hasError: boolean;
  children: ReactNode;
};

/** Closed at first, because none of its fields is required. */
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
