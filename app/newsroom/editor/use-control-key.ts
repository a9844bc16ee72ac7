import { type RefObject, useEffect } from "react";

type PressedKey = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Ctrl or ⌘ with a letter, inside an element. The page's own listeners (Ctrl+K opens search) do not hear of it. */
export function useControlKey(within: RefObject<HTMLElement | null>, letter: string, act: () => void): void {
  useEffect(() => {
    const element = within.current;
    const press = (event: KeyboardEvent) => {
      if (findControlLetter(event) !== letter) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [within, letter, act]);
}

/** The lower-case letter that was pressed with Ctrl or ⌘ alone: Caps Lock makes it a capital, which is the same key. */
export function findControlLetter(pressed: PressedKey): string | undefined {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.shiftKey || pressed.altKey) return undefined;
  const letter = pressed.key.toLowerCase();
  // Cyrillic, Greek and other layouts have no Latin letters: there the place of the key decides.
  return /^[ -~]$/.test(letter) ? letter : /^Key([A-Z])$/.exec(pressed.code)?.[1]?.toLowerCase();
}
