import { createContext, type ReactNode, type RefObject, use, useId, useRef } from "react";
import { ConfirmButton } from "../ui/form/confirm-button.tsx";
import { useSettingsWords } from "./words.ts";
import "./account-section.css";

type AccountSectionProps = {
  number: number;
  labels: { readonly title: string; readonly text: string };
  children: ReactNode;
};

const TitleRef = createContext<RefObject<HTMLElement | null>>({ current: null });

export function AccountSection({ number, labels: { title, text }, children }: AccountSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="account-section grid" aria-labelledby={id}>
      <h2 className="title-2" id={id} data-number={number} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <div className="account-section-body">
        <TitleRef value={heading}>{children}</TitleRef>
      </div>
      <p className="account-section-note">{text}</p>
    </section>
  );
}

/** Moves the focus to the section's title before the focused control is removed, unless the focus is elsewhere. */
export function useFocusTitle() {
  const title = use(TitleRef);
  return () => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || title.current?.parentElement?.contains(activeElement);
    if (isHere) title.current?.focus({ preventScroll: true });
  };
}

type SignInItemProps = { name: string; busy: boolean; onRemove: (() => void) | undefined; children: ReactNode };

/** A way to sign in, in a list of them. Without `onRemove` it has to stay. */
export function SignInItem({ name, busy, onRemove, children }: SignInItemProps) {
  const { remove: words } = useSettingsWords();
  const question = { text: words.question(name), yes: words.yes, no: words.no };
  return (
    <li>
      <b>{name}</b>
      {onRemove && (
        <ConfirmButton label={words.label(name)} busy={busy} question={question} onYes={onRemove}>
          {words.action}
        </ConfirmButton>
      )}
      <span className="small">{children}</span>
    </li>
  );
}
