export type Toast = {
  readonly kind: "success" | "failure";
  readonly title: string;
  readonly text: string;
  /** Shown below the text. */
  readonly link?: { readonly label: string; readonly to: string } | undefined;
};

const SUCCESS_TOAST_MS = 5_000;
const FAILURE_TOAST_MS = 6_000;
const LINK_TOAST_MS = 10_000;

let toasts: readonly (Toast & { readonly id: number })[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** A success dismisses earlier failures. */
export function showToast(toast: Toast): void {
  const id = ++lastId;
  const remaining = toast.kind === "success" ? toasts.filter(({ kind }) => kind === "success") : toasts;
  setToasts([...remaining, { ...toast, id }]);
  const duration = toast.link ? LINK_TOAST_MS : toast.kind === "success" ? SUCCESS_TOAST_MS : FAILURE_TOAST_MS;
  setTimeout(() => dismissToast(id), duration);
}

export function dismissToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

export const currentToasts = () => toasts;

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setToasts(next: typeof toasts): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
