import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon, type IconName } from "../shell/icon.tsx";
import { type Format, readCursor, removePicture } from "./editor-commands.ts";

export type Tool = Format | "link" | "picture" | "find";

const TOOLS: readonly { tool: Tool; title: string; sign: string | { icon: IconName }; keys?: string }[] = [
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
/** These tools are left out where a text has a fixed place in a page's layout. */
export const isTooLarge = (tool: Tool) => ["h2", "quote", "picture", "table", "code", "divider"].includes(tool);
/** These insert or open something; the others are on or off. */
const ACTIONS: ReadonlySet<Tool> = new Set(["picture", "table", "divider", "find"]);

const TABLE_TOOLS = [
  { change: "addRowAfter", label: "Add row" },
  { change: "addColumnAfter", label: "Add column" },
  { change: "deleteRow", label: "Delete row" },
  { change: "deleteColumn", label: "Delete column" },
  { change: "deleteTable", label: "Delete table" },
] as const;

type ToolbarProps = {
  editor: Editor;
  /** The id of the field that the tools work on. */
  controls: string;
  isShort: boolean;
  onUse: (tool: Tool) => void;
  onEditPicture: () => void;
  children: ReactNode;
};

/** The tools stay in view: above the text, or on phones at the bottom, above the on-screen keyboard. */
export function Toolbar({ editor, controls, isShort, onUse, onEditPicture, children }: ToolbarProps) {
  const tools = useRef<HTMLDivElement>(null);
  const { active, place } = useEditorState({ editor, selector: ({ editor: current }) => readCursor(current) });
  useEffect(() => {
    const viewport = window.visualViewport;
    const move = () => {
      if (!viewport) return;
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      tools.current?.style.setProperty("--keyboard", `${Math.round(covered)}px`);
    };
    viewport?.addEventListener("resize", move);
    viewport?.addEventListener("scroll", move);
    return () => {
      viewport?.removeEventListener("resize", move);
      viewport?.removeEventListener("scroll", move);
    };
  }, []);
  return (
    <div className="editor-tools" ref={tools}>
      <Formatting active={new Set(active)} {...{ controls, isShort, onUse }} />
      {place === "table" && (
        <div className="cluster context-tools" role="group" aria-label="Table tools">
          {TABLE_TOOLS.map(({ change, label }) => (
            <TextTool key={change} label={label} onUse={() => editor.chain().focus()[change]().run()} />
          ))}
        </div>
      )}
      {place === "picture" && (
        <div className="cluster context-tools" role="group" aria-label="Picture tools">
          <TextTool label="Alt text, caption" onUse={onEditPicture} />
          <TextTool
            label="Remove picture"
            onUse={() => {
              editor.commands.focus();
              removePicture(editor);
            }}
          />
        </div>
      )}
      {children}
    </div>
  );
}

type FormattingProps = Pick<ToolbarProps, "controls" | "isShort" | "onUse"> & { active: ReadonlySet<Tool> };

/** A toolbar in one row with one tab stop; arrow keys move between its buttons. */
function Formatting({ active, controls, isShort, onUse }: FormattingProps) {
  const tools = isShort ? TOOLS.filter(({ tool }) => !isTooLarge(tool)) : TOOLS;
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
          aria-pressed={ACTIONS.has(tool) ? undefined : active.has(tool)}
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

function TextTool({ label, onUse }: { label: string; onUse: () => void }) {
  return (
    // Keep the selection in the editor.
    <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={onUse}>
      {label}
    </button>
  );
}
