import { useEffect, useRef } from "react";
import "./sent.css";

type SentProps = {
  reference: string;
  words: { readonly title: string; readonly stored: string; readonly receipt: string };
  answer?: string;
};

/** Stays after the toast has gone. It cannot promise a receipt: a message in quarantine gets none. */
export function Sent({ reference, words: { title, stored, receipt }, answer = "" }: SentProps) {
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
        {title}
      </h2>
      {reference && (
        <p>
          Reference <b className="sent-reference">{reference}</b>
        </p>
      )}
      <p>
        {stored} {answer}
      </p>
      <p>{receipt}</p>
    </section>
  );
}
