import { type ReactNode, useId } from "react";
import "./account-section.css";

type AccountSectionProps = {
  number: number;
  words: { readonly title: string; readonly text: string };
  children: ReactNode;
};

/** Title, what can be done, and right of the line what it means. */
export function AccountSection({ number, words: { title, text }, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="account-section grid" aria-labelledby={id}>
      <h2 className="title-2" id={id} data-number={number}>
        {title}
      </h2>
      <div className="doing">{children}</div>
      <p className="meaning">{text}</p>
    </section>
  );
}
