import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { Content } from "../../../domain/content/collections.ts";
import { useUiWords } from "../words.ts";
import "./newsletter.css";

type NewsletterProps = { words: Content["newsletter"] };

/** The newsletter as a full-width section, unless the owner has hidden it. */
export function Newsletter({ words }: NewsletterProps) {
  const { newsletter } = useUiWords();
  if (words.form === "hidden") return null;
  return (
    <section className="newsletter grid" id="newsletter" aria-labelledby="newsletter-title">
      <h2 className="grid-left" id="newsletter-title">
        {words.heading}
      </h2>
      <div className="grid-right">
        <NewsletterForm words={words} label={newsletter.label} />
      </div>
    </section>
  );
}

type NewsletterFormProps = NewsletterProps & { label: ReactNode };

/** Checks the address and sends nothing. Without scripts nothing is sent either, because the field has no name. */
export function NewsletterForm({ words, label }: NewsletterFormProps) {
  const { newsletter: labels } = useUiWords();
  const id = useId();
  const [outcome, setOutcome] = useState<"valid" | "invalid">();
  if (words.form === "hidden") return null;

  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setOutcome("valid");
  };
  const explain = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault();
    setOutcome("invalid");
    event.currentTarget.focus();
  };

  return (
    <form className="newsletter-form" action="/blog#newsletter" method="get" onSubmit={confirm} data-replay="">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <div className="inline">
          <input
            id={id}
            type="email"
            autoComplete="email"
            placeholder={labels.placeholder}
            pattern=".+@.+\.[^.]+"
            required
            aria-invalid={outcome === "invalid" || undefined}
            aria-describedby={`${id}-note`}
            onInvalid={explain}
            onInput={() => setOutcome(undefined)}
          />
          <button className="button">{labels.action}</button>
        </div>
      </div>
      <p className={outcome === "invalid" ? "error" : "small"} id={`${id}-note`} role="status">
        {outcome ? labels[outcome] : words.note}
      </p>
    </form>
  );
}
