import { useEffect, useRef, useSyncExternalStore } from "react";
import { currentToasts, dismissToast, watchToasts } from "./toasts.ts";
import "./toaster.css";

/** Shows toasts in the top layer, above dialogs. Failures interrupt a screen reader, successes wait their turn. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts, currentToasts);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Shown anew for each toast, so that it stands above whatever has opened since.
    layer.current?.hidePopover();
    if (toasts.length > 0) layer.current?.showPopover();
  }, [toasts]);

  return (
    <div className="toasts" popover="manual" ref={layer} aria-live="polite">
      {toasts.map(({ id, kind, title, text }) => (
        <div className="toast" key={id} role={kind === "failure" ? "alert" : "status"}>
          <b>{title}</b>
          <p>{text}</p>
          <button type="button" aria-label="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
