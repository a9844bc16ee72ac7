import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon, type IconName } from "../shell/icon.tsx";
import { type Format, readCursor, removePicture } from "./editor-commands.ts";
import { useWritingWords } from "./words.ts";

export type Tool = Format | "link" | "picture" | "find";

const TOOLS: readonly { tool: Tool; sign: string | { icon: IconName }; keys?: string }[] = [
  { tool: "h2", sign: "H2" },
  { tool: "h3", sign: "H3" },
  { tool: "bold", sign: "B", keys: "Control+B" },
  { tool: "italic", sign: "I", keys: "Control+I" },
  { tool: "link", sign: { icon: "link" }, keys: "Control+K" },
  { tool: "list", sign: { icon: "list" } },
  { tool: "numbers", sign: { icon: "numbers" } },
  { tool: "quote", sign: { icon: "quote" } },
  { tool: "picture", sign: { icon: "picture" } },
  { tool: "table", sign: { icon: "table" } },
  { tool: "code", sign: { icon: "code" } },
  { tool: "divider", sign: { icon: "divider" } },
  { tool: "find", sign: { icon: "search" } },
];
/** These tools are left out where a text has a fixed place in a page's layout. */
export const isTooLarge = (tool: Tool) => ["h2", "quote", "picture", "table", "code", "divider"].includes(tool);
/** These insert or open something; the others are on or off. */
const ACTIONS: ReadonlySet<Tool> = new Set(["picture", "table", "divider", "find"]);

const TABLE_TOOLS = ["addRowAfter", "addColumnAfter", "deleteRow", "deleteColumn", "deleteTable"] as const;

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
  const words = useWritingWords().toolbar;
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
        <div className="cluster context-tools" role="group" aria-label={words.tableTools}>
          {TABLE_TOOLS.map((change) => (
            <TextTool key={change} label={words[change]} onUse={() => editor.chain().focus()[change]().run()} />
          ))}
        </div>
      )}
      {place === "picture" && (
        <div className="cluster context-tools" role="group" aria-label={words.pictureTools}>
          <TextTool label={words.pictureTexts} onUse={onEditPicture} />
          <TextTool
            label={words.removePicture}
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
  const words = useWritingWords().toolbar;
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
    <div
      className="toolbar"
      role="toolbar"
      aria-label={words.label}
      aria-controls={controls}
      ref={bar}
      onKeyDown={move}
    >
      {tools.map(({ tool, sign, keys }, index) => (
        <button
          key={tool}
          type="button"
          className={`toolbar-${tool}`}
          title={words[tool]}
          aria-label={words[tool]}
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
