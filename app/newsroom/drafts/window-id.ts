import { newId } from "./new-id.ts";

const STORAGE_KEY = "window-id";
let currentId: string | undefined;

/** An id of this window that survives a reload. */
export function windowId(): string {
  currentId ??= restoreId();
  return currentId;
}

function restoreId(): string {
  const id = sessionStorage.getItem(STORAGE_KEY) ?? newId();
  // A duplicated tab copies sessionStorage, so the id is stored only between pagehide and pageshow.
  const clear = () => sessionStorage.removeItem(STORAGE_KEY);
  clear();
  addEventListener("pageshow", clear);
  addEventListener("pagehide", () => sessionStorage.setItem(STORAGE_KEY, id));
  return id;
}
