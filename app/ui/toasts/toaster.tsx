import { useEffect, useRef, useSyncExternalStore } from "react";
import { PageLink } from "../layout/page-link.tsx";
import { useUiWords } from "../words.ts";
import { currentToasts, dismissToast, watchToasts } from "./toasts.ts";
import "./toaster.css";

/** Shows toasts in the top layer, above dialogs. Failures are assertive for screen readers, successes polite. */
export function Toaster() {
  const words = useUiWords();
  const toasts = useSyncExternalStore(watchToasts, currentToasts, currentToasts);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Reopened for each toast, to be above any dialog opened since.
    layer.current?.hidePopover();
    if (toasts.length > 0) layer.current?.showPopover();
  }, [toasts]);

  return (
    <div className="toasts" popover="manual" ref={layer} aria-live="polite">
      {toasts.map(({ id, kind, title, text, link }) => (
        <div className="toast" key={id} role={kind === "failure" ? "alert" : "status"}>
          <b>{title}</b>
          <p>{text}</p>
          {link && <PageLink to={link.to}>{link.label}</PageLink>}
          <button type="button" aria-label={words.dismiss} onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
