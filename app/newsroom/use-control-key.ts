import { type RefObject, useEffect } from "react";

/** Ctrl or ⌘ with a letter, inside an element. The page's own listeners (Ctrl+K opens search) do not hear of it. */
export function useControlKey(within: RefObject<HTMLElement | null>, letter: string, act: () => void): void {
  useEffect(() => {
    const element = within.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [within, letter, act]);
}
