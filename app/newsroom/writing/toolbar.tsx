import { type KeyboardEvent, useRef, useState } from "react";
import type { Format } from "../../../domain/posts/html-edit.ts";

export type Tool = Format | "link" | "picture" | "find";

const tools: readonly { tool: Tool; label: string; title: string; keys?: string }[] = [
  { tool: "h2", label: "H2", title: "Heading" },
  { tool: "h3", label: "H3", title: "Smaller heading" },
  { tool: "bold", label: "B", title: "Bold", keys: "Control+B" },
  { tool: "italic", label: "I", title: "Italic", keys: "Control+I" },
  { tool: "link", label: "Link", title: "Link", keys: "Control+K" },
  { tool: "list", label: "List", title: "List" },
  { tool: "numbers", label: "Numbers", title: "Numbered list" },
  { tool: "quote", label: "Quote", title: "Quotation" },
  { tool: "table", label: "Table", title: "Table" },
  { tool: "code", label: "Code", title: "Code" },
  { tool: "picture", label: "Picture", title: "Picture" },
  { tool: "divider", label: "Line", title: "Divider" },
  { tool: "find", label: "Find", title: "Find and replace" },
];
/** These insert or open something; the others are on or off. */
const ACTIONS: ReadonlySet<Tool> = new Set(["picture", "table", "divider", "find"]);

type ToolbarProps = {
  controls: string;
  /** The formats at the selection; undefined in the HTML editor. */
  active: ReadonlySet<Tool> | undefined;
  onUse: (tool: Tool) => void;
};

/** A toolbar with one tab stop; arrow keys move between its buttons. */
export function Toolbar({ controls, active, onUse }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + tools.length) % tools.length;
    setCurrent(next);
    bar.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons always is
    <div className="toolbar" role="toolbar" aria-label="Formatting" aria-controls={controls} ref={bar} onKeyDown={move}>
      {tools.map(({ tool, label, title, keys }, index) => (
        <button
          key={tool}
          type="button"
          className={`toolbar-${tool}`}
          title={title}
          tabIndex={index === current ? 0 : -1}
          aria-pressed={active && !ACTIONS.has(tool) ? active.has(tool) : undefined}
          aria-keyshortcuts={keys}
          // Keep the selection in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => onUse(tool)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
