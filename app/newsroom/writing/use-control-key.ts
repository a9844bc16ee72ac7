import { type RefObject, useEffect } from "react";

type PressedKey = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/**
 * Handles Ctrl or ⌘ with a letter or Enter inside an element, before the visual editor (a line break) and the page's own
 * shortcuts (Ctrl+K opens search) see it.
 */
export function useControlKey(within: RefObject<HTMLElement | null>, letter: string, act: () => void): void {
  useEffect(() => {
    const element = within.current;
    const press = (event: KeyboardEvent) => {
      if (findControlLetter(event) !== letter) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    element?.addEventListener("keydown", press, true);
    return () => element?.removeEventListener("keydown", press, true);
  }, [within, letter, act]);
}

/** The letter pressed with Ctrl or ⌘ alone, in lower case because Caps Lock makes it a capital. */
function findControlLetter(pressed: PressedKey): string | undefined {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.shiftKey || pressed.altKey) return undefined;
  const letter = pressed.key.toLowerCase();
  // Cyrillic, Greek and other layouts have no Latin letters, so the physical key decides.
  return /^(?:[ -~]|enter)$/.test(letter) ? letter : /^Key([A-Z])$/.exec(pressed.code)?.[1]?.toLowerCase();
}
