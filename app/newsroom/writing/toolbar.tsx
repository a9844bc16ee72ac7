import { type KeyboardEvent, useRef, useState } from "react";
import type { Format } from "../../../domain/posts/html-edit.ts";
import { Icon, type IconName } from "../shell/icon.tsx";
import "./toolbar.css";

export type Tool = Format | "link" | "picture" | "find";

const tools: readonly { tool: Tool; title: string; sign: string | { icon: IconName }; keys?: string }[] = [
  { tool: "h2", title: "H2 heading", sign: "H2" },
  { tool: "h3", title: "H3 heading", sign: "H3" },
  { tool: "bold", title: "Bold", sign: "B", keys: "Control+B" },
  { tool: "italic", title: "Italic", sign: "I", keys: "Control+I" },
  { tool: "link", title: "Link", sign: { icon: "link" }, keys: "Control+K" },
  { tool: "list", title: "List", sign: { icon: "list" } },
  { tool: "numbers", title: "Numbered list", sign: { icon: "numbers" } },
  { tool: "quote", title: "Quotation", sign: { icon: "quote" } },
  { tool: "picture", title: "Picture", sign: { icon: "picture" } },
  { tool: "table", title: "Table", sign: { icon: "table" } },
  { tool: "code", title: "Code", sign: { icon: "code" } },
  { tool: "divider", title: "Divider", sign: { icon: "divider" } },
  { tool: "find", title: "Find and replace", sign: { icon: "search" } },
];
/** These insert or open something; the others are on or off. */
const ACTIONS: ReadonlySet<Tool> = new Set(["picture", "table", "divider", "find"]);

type ToolbarProps = {
  controls: string;
  /** The formats at the selection; undefined in the HTML editor. */
  active: ReadonlySet<Tool> | undefined;
  onUse: (tool: Tool) => void;
};

/** A toolbar in one row with one tab stop; arrow keys move between its buttons. */
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
      {tools.map(({ tool, title, sign, keys }, index) => (
        <button
          key={tool}
          type="button"
          className={`toolbar-${tool}`}
          title={title}
          aria-label={title}
          tabIndex={index === current ? 0 : -1}
          aria-pressed={active && !ACTIONS.has(tool) ? active.has(tool) : undefined}
          aria-keyshortcuts={keys}
          // Keep the selection in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => onUse(tool)}
        >
          {typeof sign === "string" ? sign : <Icon name={sign.icon} />}
        </button>
      ))}
    </div>
  );
}
