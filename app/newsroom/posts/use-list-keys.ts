import { useKeys } from "../shell/use-keys.ts";

type ListKeys = {
  readonly onDuplicate: (id: number) => void;
  readonly onDelete: (id: number) => void;
  readonly onEscape: () => void;
};

/** J and K move between rows; E edits, D duplicates and Del deletes the focused one; Escape clears. */
export function useListKeys({ onDuplicate, onDelete, onEscape }: ListKeys): void {
  useKeys({
    j: (target) => move(target, 1),
    k: (target) => move(target, -1),
    e: (target) => titleOf(target)?.click(),
    d: (target) => withId(target, onDuplicate),
    Delete: (target) => withId(target, onDelete),
    Escape: onEscape,
  });
}

const TITLE = ".post-row-title a";

function titleOf(target: HTMLElement) {
  return target.closest(".post-row")?.querySelector<HTMLElement>(TITLE);
}

function move(target: HTMLElement, step: 1 | -1): void {
  const titles = [...document.querySelectorAll<HTMLElement>(TITLE)];
  const current = titleOf(target);
  titles[Math.max(0, (current ? titles.indexOf(current) : -1) + step)]?.focus();
}

/** Drafts have no id. */
function withId(target: HTMLElement, action: (id: number) => void): void {
  const id = Number(titleOf(target)?.id.replace("post-", ""));
  if (id) action(id);
}
