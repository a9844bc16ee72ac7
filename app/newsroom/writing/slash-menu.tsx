import { Extension, type Range } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { ReactRenderer } from "@tiptap/react";
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from "@tiptap/suggestion";
import { type Ref, useEffect, useId, useImperativeHandle, useState } from "react";
import { applyFormat } from "./editor-commands.ts";
import { isTooLarge } from "./toolbar.tsx";
import { useWritingWords, type WritingWords } from "./words.ts";

const COMMANDS = ["h2", "h3", "list", "numbers", "quote", "picture", "table", "divider", "code"] as const;
type Command = (typeof COMMANDS)[number];

export type SlashMenuOptions = {
  readonly onPicture: () => void;
  readonly isShort: boolean;
  readonly words?: WritingWords["menu"]["words"];
};

/** Opens when a paragraph begins with a slash; the text after the slash filters the commands. */
export const SlashMenu = Extension.create<SlashMenuOptions>({
  name: "slashMenu",
  addOptions: (): SlashMenuOptions => ({ onPicture: () => undefined, isShort: false }),
  addProseMirrorPlugins() {
    const { onPicture, isShort, words } = this.options;
    const commands = isShort ? COMMANDS.filter((command) => !isTooLarge(command)) : [...COMMANDS];
    return [
      Suggestion<Command, Command>({
        editor: this.editor,
        char: "/",
        startOfLine: true,
        allowSpaces: true,
        container: ".visual-editor",
        allow: ({ state, range }) => isWholeParagraph(state.doc.resolve(range.from).parent, range),
        items: ({ query }) => commands.filter((command) => words?.[command].includes(query.toLowerCase())),
        command({ editor, range, props }) {
          editor.chain().focus().deleteRange(range).run();
          if (props === "picture") onPicture();
          else applyFormat(editor, props);
        },
        render: renderMenu,
      }),
    ];
  },
});

const isWholeParagraph = ({ type, content }: Node, { from, to }: Range) =>
  type.name === "paragraph" && content.size === to - from;

type Keys = { press: (key: string) => boolean };
type MenuProps = SuggestionProps<Command, Command> & { ref?: Ref<Keys> };

function renderMenu() {
  let menu: ReactRenderer<Keys, MenuProps> | undefined;
  let unmount: (() => void) | undefined;
  return {
    onStart(props: MenuProps) {
      menu = new ReactRenderer<Keys, MenuProps>(Menu, { editor: props.editor, props, className: "slash-menu" });
      unmount = props.mount(menu.element);
    },
    onUpdate: (props: MenuProps) => menu?.updateProps(props),
    onKeyDown: ({ event }: SuggestionKeyDownProps) => menu?.ref?.press(event.key) ?? false,
    onExit() {
      unmount?.();
      menu?.destroy();
    },
  };
}

function Menu({ editor, items, command, ref }: MenuProps) {
  const id = useId();
  const [chosen, choose] = useState({ items, index: 0 });
  // Other commands begin at the first.
  const index = chosen.items === items ? chosen.index : 0;
  const current = items[index];
  const option = current && `${id}-${current}`;
  const words = useWritingWords().menu;

  function press(key: string): boolean {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    if (!current) return false;
    if (key in steps) choose({ items, index: (index + (steps[key] ?? 0) + items.length) % items.length });
    else if (key === "Enter" || key === "Tab") command(current);
    else return false;
    return true;
  }
  useImperativeHandle(ref, () => ({ press }));

  useEffect(() => {
    if (!option) return;
    const { dom } = editor.view;
    // Tells screen readers the current option.
    dom.setAttribute("aria-activedescendant", option);
    document.getElementById(option)?.scrollIntoView({ block: "nearest" });
    return () => dom.removeAttribute("aria-activedescendant");
  }, [editor, option]);

  if (!current) return null;
  return (
    <div role="listbox" aria-label={words.label}>
      {items.map((item) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the editor passes its keys
        <div
          key={item}
          id={`${id}-${item}`}
          role="option"
          tabIndex={-1}
          aria-selected={item === current}
          // Keep the focus in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => command(item)}
        >
          {words[item]}
        </div>
      ))}
    </div>
  );
}
