import { useEffect, useEffectEvent } from "react";

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable], [popover]";

/** Calls the action of a pressed key with the focused element; never in fields, menus or dialogs. */
export function useKeys(actions: Readonly<Record<string, (target: HTMLElement) => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS)) return;
    if (document.querySelector("dialog[open], .row-menu :popover-open")) return;
    actions[event.key]?.(target);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
