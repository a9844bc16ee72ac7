import { type FormEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { FormCheck } from "../../ui/form/field.tsx";
import { useShellWords } from "./words.ts";
import "./dialog.css";

type DialogProps = {
  title: string;
  action: string;
  dismiss?: string;
  other?: ReactNode;
  isBusy?: boolean;
  /** The action is destructive, so the button that dismisses the dialog has the focus. */
  isDangerous?: boolean;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
};

type QuestionProps = { title: string; action: string; text: string; onDone: () => void; onClose: () => void };

export function Question({ text, onDone, onClose, ...labels }: QuestionProps) {
  const confirm = () => {
    onClose();
    onDone();
  };
  return (
    <Dialog isDangerous {...labels} onDone={confirm} onClose={onClose}>
      <p className="field">{text}</p>
    </Dialog>
  );
}

/** A modal dialog, open while mounted. It is rendered in a portal, because forms cannot be nested. */
export function Dialog({
  title,
  action,
  dismiss,
  isBusy = false,
  isDangerous = false,
  other,
  onDone,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const harmless = useRef<HTMLButtonElement>(null);
  const id = useId();
  const words = useShellWords().dialog;
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    if (isDangerous) harmless.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isDangerous]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through the portal to the form of the post.
    event.stopPropagation();
    if (isBusy) return;
    setSubmits(submits + 1);
    onDone();
  };

  // The browser's own Escape would lose the selection of the text field. A file input's `cancel` event bubbles here too.
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };

  return createPortal(
    <dialog
      className={isDangerous ? "dialog dialog-danger" : "dialog"}
      ref={dialog}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={onClose}
    >
      <form className="form" noValidate onSubmit={submit}>
        <h2 className="title-2" id={id}>
          {title}
        </h2>
        <FormCheck value={submits}>{children}</FormCheck>
        <div className="field dialog-actions">
          <button className="button compact" aria-disabled={isBusy}>
            {action}
          </button>
          {other}
          <button className="button compact outlined" type="button" ref={harmless} onClick={onClose}>
            {dismiss ?? words.cancel}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
