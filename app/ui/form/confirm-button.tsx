import { useRef, useState } from "react";
import { flushSync } from "react-dom";

type AskingButtonProps = {
  children: string;
  /** Its whole name, where several buttons say the same. */
  label?: string;
  busy?: boolean;
  /** Without a question it acts at once. */
  question?: { readonly text: string; readonly yes: string; readonly no: string } | undefined;
  onYes: () => void;
};

/** Asks back in its own place, and the focus goes along: to the question, then to the button again. */
export function ConfirmButton({ children, label, busy, question, onYes }: AskingButtonProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const [isAsked, setIsAsked] = useState(false);

  function ask() {
    flushSync(() => setIsAsked(true));
    place.current?.focus();
  }

  function answer() {
    flushSync(() => setIsAsked(false));
    place.current?.querySelector("button")?.focus();
  }

  function agree() {
    answer();
    onYes();
  }

  return (
    <p tabIndex={-1} ref={place}>
      {question && isAsked ? (
        <>
          {question.text}{" "}
          <button className="link" type="button" onClick={agree}>
            {question.yes}
          </button>{" "}
          <button className="link" type="button" onClick={answer}>
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
