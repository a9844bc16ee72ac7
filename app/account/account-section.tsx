import { createContext, type ReactNode, type RefObject, use, useId, useRef } from "react";
import "./account-section.css";

type AccountSectionProps = {
  number: number;
  words: { readonly title: string; readonly text: string };
  children: ReactNode;
};

const Title = createContext<RefObject<HTMLElement | null>>({ current: null });

/** Title, what can be done, and right of the line what it means. */
export function AccountSection({ number, words: { title, text }, children }: AccountSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="account-section grid" aria-labelledby={id}>
      <h2 className="title-2" id={id} data-number={number} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <div className="account-section-body">
        <Title value={heading}>{children}</Title>
      </div>
      <p className="account-section-note">{text}</p>
    </section>
  );
}

/** For what was pressed and will be gone: the focus goes to the section's title, unless somebody has gone on. */
export function useFocusTitle() {
  const title = use(Title);
  return () => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || title.current?.parentElement?.contains(activeElement);
    if (isHere) title.current?.focus({ preventScroll: true });
  };
}
