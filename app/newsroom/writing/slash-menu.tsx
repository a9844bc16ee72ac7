import type { Editor } from "@tiptap/react";
import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Tool } from "./toolbar.tsx";

/** Receives the keys of the editor first; returns whether the menu used one. */
export type SlashKeys = { press: (event: KeyboardEvent) => boolean };
type SlashMenuProps = { editor: Editor; ref: Ref<SlashKeys>; onUse: (tool: Tool) => void };
type OpenMenu = { readonly from: number; readonly to: number; readonly query: string };

const COMMANDS: readonly { tool: Tool; label: string; words: string }[] = [
  { tool: "h2", label: "Heading", words: "heading title h2" },
  { tool: "h3", label: "Smaller heading", words: "smaller heading h3" },
  { tool: "list", label: "List", words: "list bullets" },
  { tool: "numbers", label: "Numbered list", words: "numbered list" },
  { tool: "quote", label: "Quotation", words: "quotation" },
  { tool: "picture", label: "Picture", words: "picture image photo" },
  { tool: "table", label: "Table", words: "table" },
  { tool: "divider", label: "Divider", words: "divider line" },
  { tool: "code", label: "Code", words: "code" },
];

/** Opens when a paragraph begins with a slash; the text after the slash filters the commands. */
export function SlashMenu({ editor, ref, onUse }: SlashMenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const [current, setCurrent] = useState(0);
  const dismissedAt = useRef<number>(undefined);
  const query = menu?.query.toLowerCase() ?? "";
  const commands = menu ? COMMANDS.filter(({ words }) => words.includes(query)) : [];

  useEffect(() => {
    const update = () => {
      const found = findSlash(editor);
      if (!found) dismissedAt.current = undefined;
      setMenu(found?.from === dismissedAt.current ? undefined : found);
      setCurrent(0);
    };
    const close = () => setMenu(undefined);
    editor.on("transaction", update).on("blur", close);
    return () => void editor.off("transaction", update).off("blur", close);
  }, [editor]);

  usePlace(list, editor, menu && { from: menu.from, option: `${id}-${current}` });

  function choose(index: number) {
    const command = commands[index];
    if (!menu || !command) return;
    editor.chain().focus().deleteRange(menu).run();
    onUse(command.tool);
  }

  function press({ key }: KeyboardEvent): boolean {
    if (!menu || commands.length === 0) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    if (key in steps) setCurrent((current + (steps[key] ?? 0) + commands.length) % commands.length);
    else if (key === "Enter" || key === "Tab") choose(current);
    else if (key === "Escape") {
      dismissedAt.current = menu.from;
      setMenu(undefined);
    } else return false;
    return true;
  }
  useImperativeHandle(ref, () => ({ press }));

  if (commands.length === 0) return null;
  return (
    <div className="slash-menu" role="listbox" aria-label="Insert" ref={list}>
      {commands.map(({ tool, label }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the editor passes its keys
        <div
          key={tool}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // Keep the focus in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
        >
          {label}
        </div>
      ))}
    </div>
  );
}

/** Puts the menu below the slash, and tells screen readers its current option. */
function usePlace(
  list: RefObject<HTMLElement | null>,
  editor: Editor,
  place: { readonly from: number; readonly option: string } | undefined,
) {
  const { from, option } = place ?? {};
  useLayoutEffect(() => {
    // The view does not exist before the editor is mounted.
    if (from === undefined || !option || !list.current) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-activedescendant", option);
    const { bottom, left } = editor.view.coordsAtPos(from);
    const box = list.current.offsetParent?.getBoundingClientRect();
    list.current.style.setProperty("inset-block-start", `${bottom - (box?.top ?? 0) + 4}px`);
    list.current.style.setProperty("inset-inline-start", `${left - (box?.left ?? 0)}px`);
    list.current.scrollIntoView({ block: "nearest" });
    return () => dom.removeAttribute("aria-activedescendant");
  }, [list, editor, from, option]);
}

function findSlash({ state: { selection } }: Editor): OpenMenu | undefined {
  const { $from, empty } = selection;
  const { parent } = $from;
  const [, query] = /^\/([a-z ]{0,20})$/i.exec(parent.textContent) ?? [];
  if (!empty || query === undefined || parent.type.name !== "paragraph") return undefined;
  return { from: $from.start(), to: $from.end(), query };
}
