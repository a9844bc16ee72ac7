import { useRef, useState } from "react";
import { flushSync } from "react-dom";

type ConfirmButtonProps = {
  children: string;
  /** Accessible name, for several buttons with the same text. */
  label?: string;
  busy?: boolean;
  /** Without a question the button acts at once. */
  question?: { readonly text: string; readonly yes: string; readonly no: string } | undefined;
  onYes: () => void;
};

/** Asks for confirmation in place; the focus moves to the question and back to the button. */
export function ConfirmButton({ children, label, busy, question, onYes }: ConfirmButtonProps) {
  const container = useRef<HTMLParagraphElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);

  function ask() {
    flushSync(() => setIsConfirming(true));
    container.current?.focus();
  }

  function close() {
    flushSync(() => setIsConfirming(false));
    container.current?.querySelector("button")?.focus();
  }

  function confirm() {
    close();
    onYes();
  }

  return (
    <p tabIndex={-1} ref={container}>
      {question && isConfirming ? (
        <>
          {question.text}{" "}
          <button className="link" type="button" onClick={confirm}>
            {question.yes}
          </button>{" "}
          <button className="link" type="button" onClick={close}>
            {question.no}
          </button>
        </>
      ) : (
        <button className="link" type="button" aria-disabled={busy} aria-label={label} onClick={question ? ask : onYes}>
          {children}
        </button>
      )}
    </p>
  );
}
