import { type FormEvent, type ReactNode, useId, useState } from "react";
import "./newsletter.css";

type NewsletterLabels = {
  readonly heading: string;
  readonly short: string;
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  readonly note: string;
  readonly valid: string;
  readonly invalid: string;
};

/** The newsletter as a full-width section. */
export function Newsletter({ labels }: { labels: NewsletterLabels }) {
  return (
    <section className="newsletter grid" id="newsletter" aria-labelledby="newsletter-title">
      <h2 className="grid-left" id="newsletter-title">
        {labels.heading}
      </h2>
      <div className="grid-right">
        <NewsletterForm labels={labels} label={labels.label} />
      </div>
    </section>
  );
}

type NewsletterFormProps = { labels: NewsletterLabels; label: ReactNode };

/** Checks the address and sends nothing. Without scripts nothing is sent either, because the field has no name. */
export function NewsletterForm({ labels, label }: NewsletterFormProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<"valid" | "invalid">();

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
        {outcome ? labels[outcome] : labels.note}
      </p>
    </form>
  );
}
