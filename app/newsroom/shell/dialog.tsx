import { type FormEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import "./dialog.css";

type DialogProps = {
  title: string;
  /** Label of the button that does it. */
  action: string;
  /** Label of the button that does nothing. */
  dismiss?: string;
  /** Another button, for something else that can be done. */
  other?: ReactNode;
  isBusy?: boolean;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A question in the way: open as long as it is there. Beside the page, so that its form stands in no other. */
export function Dialog({
  title,
  action,
  dismiss = "Cancel",
  isBusy = false,
  other,
  onDone,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Through the portal it would go on to the form of the post.
    event.stopPropagation();
    if (!isBusy) onDone();
  };

  // Left to the browser, Escape would focus a text field without its selection. A file chooser's `cancel` bubbles up too.
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };

  return createPortal(
    <dialog className="dialog" ref={dialog} aria-labelledby={id} onCancel={cancel} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <h2 className="title-2" id={id}>
          {title}
        </h2>
        {children}
        <div className="field dialog-actions">
          <button className="button compact" aria-disabled={isBusy}>
            {action}
          </button>
          {other}
          <button className="button compact outlined" type="button" onClick={onClose}>
            {dismiss}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
