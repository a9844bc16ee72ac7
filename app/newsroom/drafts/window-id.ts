import { newId } from "./new-id.ts";

const STORAGE_KEY = "window-id";
let currentId: string | undefined;

/** Tells this window from the others of this browser, also after a reload. */
export function windowId(): string {
  currentId ??= restoreId();
  return currentId;
}

function restoreId(): string {
  const id = sessionStorage.getItem(STORAGE_KEY) ?? newId();
  // A duplicated tab gets a copy of what stands here, so it stands here only while the page is away.
  const clear = () => sessionStorage.removeItem(STORAGE_KEY);
  clear();
  addEventListener("pageshow", clear);
  addEventListener("pagehide", () => sessionStorage.setItem(STORAGE_KEY, id));
  return id;
}
