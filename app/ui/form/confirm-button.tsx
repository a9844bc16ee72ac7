import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LinkButton } from "./link-button.tsx";

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
          {question.text} <LinkButton onClick={confirm}>{question.yes}</LinkButton>{" "}
          <LinkButton onClick={close}>{question.no}</LinkButton>
        </>
      ) : (
        <LinkButton aria-disabled={busy} aria-label={label} onClick={question ? ask : onYes}>
          {children}
        </LinkButton>
      )}
    </p>
  );
}
