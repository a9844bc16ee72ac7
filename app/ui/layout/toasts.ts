export type Toast = {
  readonly kind: "success" | "failure";
  readonly title: string;
  readonly text: string;
};

const SUCCESS_TOAST_MS = 5_000;
const FAILURE_TOAST_MS = 6_000;

let toasts: readonly (Toast & { readonly id: number })[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Raised where the thing happened; Toaster shows it. A success takes the failures before it away: they are over. */
export function showToast(toast: Toast): void {
  const id = ++lastId;
  const kept = toast.kind === "success" ? toasts.filter(({ kind }) => kind === "success") : toasts;
  change([...kept, { ...toast, id }]);
  setTimeout(() => dismissToast(id), toast.kind === "success" ? SUCCESS_TOAST_MS : FAILURE_TOAST_MS);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function currentToasts() {
  return toasts;
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(next: typeof toasts): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
