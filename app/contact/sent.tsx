import { useEffect, useRef } from "react";
import "./sent.css";

type SentProps = {
  reference: string;
  words: { readonly title: string; readonly reference: string; readonly stored: string; readonly receipt: string };
  answer?: string;
};

/** Stays after the toast has gone. It cannot promise a receipt: a message in quarantine gets none. */
export function Sent({ reference, words, answer = "" }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Sending resets the form, which loses the focus, unless its sender is already typing the next message.
    if (document.activeElement?.matches("input, select, textarea")) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <section className="sent" aria-labelledby="sent-title">
      <h2 id="sent-title" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      {reference && (
        <p>
          {`${words.reference} `}
          <b className="sent-reference">{reference}</b>
        </p>
      )}
      <p>
        {words.stored} {answer}
      </p>
      <p>{words.receipt}</p>
    </section>
  );
}
