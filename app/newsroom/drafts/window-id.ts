import { newId } from "./new-id.ts";

const PUT_BY = "window-id";
let own: string | undefined;

/** Tells this window from the others of this browser, also after a reload. */
export function windowId(): string {
  own ??= takeUp();
  return own;
}

function takeUp(): string {
  const id = sessionStorage.getItem(PUT_BY) ?? newId();
  // A duplicated tab gets a copy of what stands here, so it stands here only while the page is away.
  const hide = () => sessionStorage.removeItem(PUT_BY);
  hide();
  addEventListener("pageshow", hide);
  addEventListener("pagehide", () => sessionStorage.setItem(PUT_BY, id));
  return id;
}
